/** A club's own ids of a player: the licence, the member number, another app. */
import type { Api } from '@bandeja/client';
import { useState } from 'react';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { Form, FormAction } from '../../parts/Action.tsx';
import { Field, textOf } from '../../parts/Field.tsx';
import { Tile } from '../../parts/Page.tsx';
import { needs, useForbidden } from '../../rights.ts';

const t = texts('console.player.external_ids');

/** `numero_de_socio` of “Número de socio”. */
const kindOf = (typed: string): string =>
  typed
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '_');

const shownKind = (kind: string): string => `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll('_', ' ')}`;

type Player = Pick<Api.Player, 'id' | 'external_ids'>;

export function ExternalIds({ player: { id, external_ids: ids } }: { readonly player: Player }) {
  const forbidden = useForbidden(needs.writePlayers);
  // A new form is empty.
  const [saved, setSaved] = useState(0);
  return (
    <Tile title={t('title')} note={t('note')}>
      {ids.length > 0 && (
        <ul className="names-list">
          {ids.map(({ kind, value }) => (
            <li key={kind}>
              {shownKind(kind)}: {value}{' '}
              {forbidden === null && (
                <FormAction
                  title={t('remove')}
                  className="plain"
                  changes={['card']}
                  onSubmit={() => bandeja().players.deleteExternalId(id, kind)}
                >
                  <p>{t('remove_note', { kind: shownKind(kind), value })}</p>
                </FormAction>
              )}
            </li>
          ))}
        </ul>
      )}
      <Form
        key={saved}
        submit={t('save')}
        forbidden={forbidden}
        changes={['card']}
        onSubmit={(values) =>
          bandeja().players.putExternalId(id, kindOf(textOf(values, 'kind') ?? ''), textOf(values, 'value') ?? '')
        }
        onDone={() => setSaved(saved + 1)}
      >
        <Field label={t('kind')} name="kind" required maxLength={32} autoComplete="off" hint={t('kind_hint')} />
        <Field label={t('value')} name="value" required maxLength={128} autoComplete="off" />
      </Form>
    </Tile>
  );
}
