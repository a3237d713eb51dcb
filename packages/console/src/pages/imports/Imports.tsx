/** The imports of the club: what became of their rows, and their undo. */
import type { Api } from '@bandeja/client';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { PagedList, usePages } from '../../parts/List.tsx';
import { Empty, Page } from '../../parts/Page.tsx';
import { isUnfinished, pollWhile } from '../../parts/TaskProgress.tsx';
import { ImportTile, OpenActions } from './ImportTile.tsx';

const t = texts('console.imports.imports');

export function Imports() {
  const [isPolling, setPolling] = useState(false);
  const read = (where: object) => bandeja().imports.list({ limit: 25, ...where });
  const imports = usePages<Api.Import>(['imports'], read, { refetchInterval: pollWhile(isPolling) });
  const isAnyUndone = imports.data?.rows.some(({ undo }) => isUnfinished(undo)) ?? false;
  useEffect(() => setPolling(isAnyUndone), [isAnyUndone]);
  return (
    <Page
      title={t('title')}
      actions={
        <Link className="button" to="/import/{-$id}" params={{ id: undefined }}>
          {t('import')}
        </Link>
      }
    >
      <PagedList query={imports} empty={<Empty title={t('empty')} />}>
        {(rows) =>
          rows.map((one) => (
            <ImportTile key={one.id} shown={one}>
              <div className="actions">
                <Link className="button" to="/imports/$id" params={{ id: one.id }}>
                  {t('rows')}
                </Link>
                {one.state === 'open' && <OpenActions shown={one} />}
              </div>
            </ImportTile>
          ))
        }
      </PagedList>
    </Page>
  );
}
