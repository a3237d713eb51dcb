/** An import that the service remembers: what became of each of its rows, and its undo. */
import { getRouteApi, Link } from '@tanstack/react-router';
import { texts } from '../../language.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { Page } from '../../parts/Page.tsx';
import { ImportRows } from './ImportRows.tsx';
import { ImportTile, OpenActions } from './ImportTile.tsx';
import { useStoredImport } from './stored-import.ts';

const t = texts('console.imports.stored_import');

const page = getRouteApi('/imports/$id');

export function StoredImport() {
  const { id } = page.useParams();
  const { rows } = page.useSearch();
  const stored = useStoredImport(id);
  return (
    <Page
      title={stored.data?.label ?? t('title')}
      actions={
        <Link className="button" to="/imports">
          {t('all')}
        </Link>
      }
    >
      <Loaded query={stored} rows={8}>
        {(shown) =>
          shown !== null && (
            <>
              <ImportTile shown={shown} title={t('title')}>
                {shown.state === 'open' && (
                  <div className="actions">
                    <OpenActions shown={shown} />
                  </div>
                )}
              </ImportTile>
              <ImportRows shown={shown} filter={rows} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}
