/** What a club can do with a player: change, add to a roster, share, export, erase. */
import type { Api } from '@bandeja/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { bandeja, queryClient } from '../../api.ts';
import { texts } from '../../language.ts';
import { rosterName } from '../../names.ts';
import { formatMoment } from '../../numbers.ts';
import { Action, Form, FormAction } from '../../parts/Action.tsx';
import { Check, Field, Select, textOf } from '../../parts/Field.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Tile } from '../../parts/Page.tsx';
import { saveFile } from '../../parts/SharedPicture.tsx';
import { Secret } from '../../parts/Sheet.tsx';
import { needs, useForbidden } from '../../rights.ts';
import { NewRoster } from '../players/writes.tsx';
import { ExternalIds } from './ExternalIds.tsx';
import { StartingLevelForm } from './StartingLevel.tsx';

const t = texts('console.player.writes');

type Card = Api.PlayerCard['player'];

export function PlayerActions({ player }: { readonly player: Card }) {
  return (
    <div className="tiles flow">
      <Change player={player} />
      <AddToRoster player={player} />
      <StartingLevelForm player={player} />
      <ExternalIds player={player} />
      <Share player={player} />
      <Export player={player} />
      <Merge player={player} />
      <Erase player={player} />
    </div>
  );
}

function Change({ player }: { readonly player: Card }) {
  const [isSaved, setSaved] = useState(false);
  return (
    <Tile title={t('change')}>
      <Form
        submit={t('save')}
        forbidden={useForbidden(needs.writePlayers)}
        changes={['card']}
        onSubmit={(values) => {
          setSaved(false);
          return bandeja().players.update(player.id, {
            display_name: textOf(values, 'name'),
            country_code: textOf(values, 'country')?.toUpperCase() ?? null,
            profile_is_public: values.has('public'),
          });
        }}
        onDone={() => setSaved(true)}
      >
        <Field label={t('name')} name="name" required maxLength={80} defaultValue={player.display_name} />
        <Field
          label={t('country')}
          name="country"
          minLength={2}
          maxLength={2}
          defaultValue={player.country_code ?? ''}
        />
        <Check label={t('public')} name="public" defaultChecked={player.profile_is_public} />
        {isSaved && <p role="status">{t('saved')}</p>}
      </Form>
    </Tile>
  );
}

function AddToRoster({ player }: { readonly player: Card }) {
  const rosters = useQuery({
    queryKey: ['rosters'],
    queryFn: ({ signal }) => bandeja().rosters.list({ limit: 100, signal }),
  });
  const [isAdded, setAdded] = useState(false);
  const forbidden = useForbidden(needs.writePlayers);
  return (
    <Tile title={t('roster')}>
      <Loaded query={rosters} rows={2}>
        {({ data: list }) =>
          list.length === 0 ? (
            <>
              <p className="quiet">{t('no_rosters')}</p>
              <NewRoster />
            </>
          ) : (
            <Form
              submit={t('add')}
              forbidden={forbidden}
              changes={[]}
              onSubmit={(values) => {
                setAdded(false);
                return bandeja().rosters.add(textOf(values, 'roster') ?? '', player.id);
              }}
              onDone={() => setAdded(true)}
            >
              <Select label={t('roster_name')} name="roster">
                {list.map((one) => (
                  <option key={one.slug} value={one.slug}>
                    {rosterName(one)}
                  </option>
                ))}
              </Select>
              {isAdded && <p role="status">{t('added')}</p>}
            </Form>
          )
        }
      </Loaded>
    </Tile>
  );
}

function Share({ player }: { readonly player: Card }) {
  return (
    <Tile title={t('share')}>
      <p className="quiet">{t('share_note')}</p>
      <FormAction
        title={t('create')}
        forbidden={useForbidden(needs.writePlayers)}
        changes={[]}
        onSubmit={() => bandeja().players.share(player.id)}
        result={({ share_code: code, expires_at: until }, close) => (
          <Secret label={t('code', { time: formatMoment(until) })} value={code} onDone={close} />
        )}
      >
        <p>{t('share_note')}</p>
      </FormAction>
    </Tile>
  );
}

/** All pages of the export as one document. */
async function exportAll({ id, username }: Card): Promise<void> {
  const first = await bandeja().players.export(id, { limit: 100 });
  const data = [...first.data];
  for (let cursor = first.pagination.next_cursor; cursor !== null; ) {
    const next = await bandeja().players.export(id, { limit: 100, cursor });
    data.push(...next.data);
    cursor = next.pagination.next_cursor;
  }
  const { pagination: _, ...document } = first;
  saveFile(
    new Blob([JSON.stringify({ ...document, data }, null, 2)], { type: 'application/json' }),
    `${username}.json`,
  );
}

function Export({ player }: { readonly player: Card }) {
  return (
    <Tile title={t('export')}>
      <Form
        submit={t('export')}
        changes={[]}
        forbidden={useForbidden(needs.managePeople)}
        onSubmit={() => exportAll(player)}
      >
        <p className="quiet">{t('export_note')}</p>
      </Form>
    </Tile>
  );
}

function Merge({ player: { id } }: { readonly player: Card }) {
  const navigate = useNavigate();
  return (
    <Tile title={t('merge')}>
      <p className="quiet">{t('merge_note')}</p>
      <Action
        forbidden={useForbidden(needs.writeMatches)}
        onClick={() => void navigate({ to: '/players/$username/merge', params: { username: id } })}
      >
        {t('choose')}
      </Action>
    </Tile>
  );
}

type Erased = Pick<Card, 'id' | 'username' | 'display_name'>;

export function Erase({ player: { id, username, display_name: name } }: { readonly player: Erased }) {
  const navigate = useNavigate();
  return (
    <Tile title={t('erase')}>
      <p className="quiet">{t('erase_note')}</p>
      <FormAction
        title={t('erase')}
        className="danger"
        isDangerous
        forbidden={useForbidden(needs.managePeople)}
        changes={[]}
        onSubmit={() => bandeja().players.erase(id)}
        onDone={() => {
          // Otherwise Back, and lists that were read before, show the erased name.
          const isOfPlayer = (key: readonly unknown[]) => key.includes(id) || key.includes(username);
          queryClient.removeQueries({ predicate: (query) => isOfPlayer(query.queryKey) || !query.isActive() });
          void navigate({ to: '/players', replace: true });
        }}
      >
        <p>{t('erase_note')}</p>
        <Field
          label={t('confirm', { name })}
          name="confirm"
          required
          pattern={name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}
          autoComplete="off"
        />
      </FormAction>
    </Tile>
  );
}
