import type { Api } from '@bandeja/client';
import { bandeja } from '../../api.ts';
import { fill, texts } from '../../language.ts';
import { formatMoment } from '../../numbers.ts';
import { FormAction } from '../../parts/Action.tsx';
import { NewAddresses } from '../../parts/NewAddress.tsx';
import { Tile } from '../../parts/Page.tsx';
import { PlayerLink } from '../../parts/people.tsx';
import { needs, useForbidden } from '../../rights.ts';

const t = texts({
  title: ['Confirmation by the players', 'Confirmación de los jugadores', 'Confirmação dos jogadores'],
  awaiting: [
    'The players have not agreed yet.',
    'Los jugadores aún no se han puesto de acuerdo.',
    'Os jogadores ainda não estão de acordo.',
  ],
  disputed: [
    'A player says that the result is wrong. Confirm it, correct it or void it.',
    'Alguien dice que el resultado está mal. Confírmalo, corrígelo o anúlalo.',
    'Alguém diz que o resultado está errado. Confirme-o, corrija-o ou anule-o.',
  ],
  expired: [
    'The deadline has passed. Confirm the match, correct it or void it.',
    'El plazo ha pasado. Confirma el partido, corrígelo o anúlalo.',
    'O prazo passou. Confirme o encontro, corrija-o ou anule-o.',
  ],
  players: ['Confirmed by the players.', 'Confirmado por los jugadores.', 'Confirmado pelos jogadores.'],
  deadline: ['Decided by the deadline.', 'Decidido por el plazo.', 'Decidido pelo prazo.'],
  partner: ['Decided by the club.', 'Decidido por el club.', 'Decidido pelo clube.'],
  complete: ['It completes on {at}.', 'Se completa el {at}.', 'Fica concluído em {at}.'],
  void: ['It is voided on {at}.', 'Se anula el {at}.', 'É anulado em {at}.'],
  stay: [
    'Players may answer until {at}.',
    'Los jugadores pueden responder hasta el {at}.',
    'Os jogadores podem responder até {at}.',
  ],
  right: ['Right', 'Correcto', 'Certo'],
  wrong: ['Wrong', 'Incorrecto', 'Errado'],
  links: ['Links for the players', 'Enlaces para los jugadores', 'Links para os jogadores'],
  linksNote: [
    'Each player whose word counts gets an address. Earlier links of these players end.',
    'Cada jugador cuya palabra cuenta recibe un enlace. Sus enlaces anteriores terminan.',
    'Cada jogador cuja palavra conta recebe um link. Os links anteriores destes terminam.',
  ],
  make: ['Make links', 'Crear enlaces', 'Criar links'],
  once: [
    'Copy them now: they are not shown again. Send each to its player only.',
    'Cópialos ahora: no se muestran otra vez. Envía cada uno solo a su jugador.',
    'Copie-os agora: não voltam a ser mostrados. Envie cada um só ao seu jogador.',
  ],
});

type Confirmation = Api.Confirmation;

const sentenceOf = ({ state, decided_by: by }: Confirmation): string | null => {
  if (state !== 'closed') return t[state];
  return by === null ? null : t[by];
};

/** What the players of a match say about its result. Nothing for a match that does not wait for them. */
export function ConfirmationTile({ match }: { readonly match: Api.Match }) {
  const { confirmation } = match;
  if (confirmation === null) return null;
  const { state, deadline, then } = confirmation;
  const sentence = sentenceOf(confirmation);
  return (
    <Tile title={t.title}>
      {sentence !== null && <p>{sentence}</p>}
      {state === 'awaiting' && deadline !== null && <p>{fill(t[then], { at: formatMoment(deadline) })}</p>}
      <Answers match={match} />
      {match.status === 'pending' && <MakeLinks match={match} />}
    </Tile>
  );
}

/** The answers, each with its reason. */
export function Answers({ match }: { readonly match: Api.Match }) {
  const answers = match.confirmation?.answers ?? [];
  if (answers.length === 0) return null;
  return (
    <ul>
      {answers.map(({ profile_id: id, answer, reason, at }) => {
        const player = match.participants.find((one) => one.profile_id === id);
        return (
          <li key={id ?? at}>
            {player !== undefined && <PlayerLink player={player} />}: {t[answer]}
            {reason !== null && ` — “${reason}”`} <small className="quiet">{formatMoment(at)}</small>
          </li>
        );
      })}
    </ul>
  );
}

function MakeLinks({ match }: { readonly match: Api.Match }) {
  const forbidden = useForbidden(needs.writeMatches);
  return (
    <FormAction
      title={t.links}
      submit={t.make}
      forbidden={forbidden}
      changes={[]}
      onSubmit={() => bandeja().matches.createLinks(match.id)}
      result={({ data }, close) => (
        <NewAddresses
          note={t.once}
          addresses={data.map(({ profile_id: id, url }) => ({
            name: match.participants.find((one) => one.profile_id === id)?.display_name ?? '',
            url,
          }))}
          onDone={close}
        />
      )}
    >
      <p>{t.linksNote}</p>
    </FormAction>
  );
}
