/** Registering players, and the rosters. */
import type { Api } from '@bandeja/client';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { bandeja } from '../../api.ts';
import { fill, texts } from '../../language.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Check, Field, textOf } from '../../parts/Field.tsx';
import { Refusal } from '../../problems.ts';
import { needs, useForbidden } from '../../rights.ts';
import { suggestUsername } from '../plan/find-players.ts';
import { LevelFields, levelOf } from '../player/StartingLevel.tsx';

const t = texts({
  register: ['Register a player', 'Registrar un jugador', 'Registar um jogador'],
  username: ['Username', 'Nombre de usuario', 'Nome de utilizador'],
  usernameHint: [
    'Lower-case letters, digits, dot, hyphen and underscore. It cannot be changed.',
    'Minúsculas, cifras, punto, guion y guion bajo. No se puede cambiar.',
    'Minúsculas, algarismos, ponto, hífen e sublinhado. Não pode ser alterado.',
  ],
  name: ['Name', 'Nombre', 'Nome'],
  taken: [
    'The username {username} already belongs to {name}. Choose another one.',
    'El nombre de usuario {username} ya es de {name}. Elige otro.',
    'O nome de utilizador {username} já é de {name}. Escolha outro.',
  ],
  country: ['Country (two letters)', 'País (dos letras)', 'País (duas letras)'],
  public: [
    'Every club may see this player',
    'Todos los clubes pueden ver a este jugador',
    'Todos os clubes podem ver este jogador',
  ],
  newRoster: ['New roster', 'Nueva lista', 'Nova lista'],
  create: ['Create', 'Crear', 'Criar'],
  slug: ['Short name for addresses', 'Nombre corto para direcciones', 'Nome curto para endereços'],
  slugHint: ['Such as club-night', 'Por ejemplo, club-night', 'Por exemplo, club-night'],
  redeem: ['Add with a share code', 'Añadir con un código', 'Adicionar com um código'],
  redeemNote: [
    'Another club gives you a code for its private player. It works once.',
    'Otro club te da un código para su jugador privado. Vale una sola vez.',
    'Outro clube dá-lhe um código para o seu jogador privado. Vale uma única vez.',
  ],
  code: ['Share code', 'Código', 'Código'],
  add: ['Add', 'Añadir', 'Adicionar'],
  deleteRoster: ['Delete this roster', 'Borrar esta lista', 'Apagar esta lista'],
  deleteNote: [
    'Only the roster “{name}” is deleted. {n|Its player stays|Its players stay}.',
    'Solo se borra la lista «{name}». {n|Su jugador se queda|Sus jugadores se quedan}.',
    'Só a lista «{name}» é apagada. {n|O seu jogador fica|Os seus jogadores ficam}.',
  ],
  remove: ['Remove', 'Quitar', 'Remover'],
  removeNote: [
    '{name} leaves the roster and stays a player.',
    '{name} sale de la lista y sigue siendo jugador.',
    '{name} sai da lista e continua a ser jogador.',
  ],
});

/** Registering a username again returns its player: here that is a mistake. */
async function register(player: Api.Registration): Promise<Api.Player> {
  const { alreadyRegistered, ...registered } = await bandeja().players.register(player);
  if (!alreadyRegistered) return registered;
  const { username, display_name } = registered;
  throw new Refusal(fill(t.taken, { username, name: display_name }));
}

export function RegisterPlayer({ roster }: { readonly roster?: string }) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [suggested, setSuggested] = useState('');
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void suggestUsername(name).then((username) => isCurrent && setSuggested(username));
    return () => {
      isCurrent = false;
    };
  }, [name]);
  const reset = () => {
    setName('');
    setTyped(null);
  };
  return (
    <FormAction
      title={t.register}
      className="main"
      submit={t.register}
      forbidden={useForbidden(needs.writePlayers)}
      changes={[]}
      onSubmit={(values) =>
        register({
          username: textOf(values, 'username') ?? '',
          display_name: textOf(values, 'name'),
          country_code: textOf(values, 'country')?.toUpperCase(),
          profile_is_public: values.has('public'),
          starting_level: levelOf(values),
          roster_slug: roster,
        })
      }
      onDone={({ username }) => void navigate({ to: '/players/$username', params: { username } })}
      onClose={reset}
    >
      <Field
        label={t.name}
        name="name"
        maxLength={80}
        autoComplete="off"
        autoFocus
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Field
        label={t.username}
        name="username"
        required
        maxLength={40}
        autoComplete="off"
        autoCapitalize="none"
        hint={t.usernameHint}
        value={typed ?? suggested}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Field label={t.country} name="country" minLength={2} maxLength={2} autoComplete="off" />
      <LevelFields isOptional />
      <Check label={t.public} name="public" />
    </FormAction>
  );
}

export function NewRoster() {
  const navigate = useNavigate();
  return (
    <FormAction
      title={t.newRoster}
      submit={t.create}
      forbidden={useForbidden(needs.writePlayers)}
      changes={['rosters']}
      onSubmit={(values) => bandeja().rosters.put(textOf(values, 'slug') ?? '', { name: textOf(values, 'name') })}
      onDone={({ slug }) => void navigate({ to: '/players', search: { roster: slug } })}
    >
      <Field label={t.name} name="name" maxLength={80} autoComplete="off" autoFocus />
      <Field
        label={t.slug}
        name="slug"
        required
        maxLength={40}
        autoComplete="off"
        autoCapitalize="none"
        hint={t.slugHint}
      />
    </FormAction>
  );
}

export function RedeemShare({ roster }: { readonly roster: Api.Roster }) {
  return (
    <FormAction
      title={t.redeem}
      submit={t.add}
      forbidden={useForbidden(needs.writePlayers)}
      changes={['rosters', 'leaderboard', 'players']}
      onSubmit={(values) => bandeja().rosters.redeem(roster.slug, textOf(values, 'code') ?? '')}
    >
      <p>{t.redeemNote}</p>
      <Field label={t.code} name="code" required autoComplete="off" autoCapitalize="none" autoFocus />
    </FormAction>
  );
}

export function ManageRoster({ roster }: { readonly roster: Api.Roster }) {
  const navigate = useNavigate();
  return (
    <FormAction
      title={t.deleteRoster}
      className="danger"
      submit={t.deleteRoster}
      isDangerous
      forbidden={useForbidden(needs.writePlayers)}
      changes={['rosters']}
      onSubmit={() => bandeja().rosters.delete(roster.slug)}
      onDone={() => void navigate({ to: '/players' })}
    >
      <p>{fill(t.deleteNote, { n: roster.members, name: roster.name ?? roster.slug })}</p>
    </FormAction>
  );
}

interface Member {
  readonly username: string;
  readonly display_name: string;
}

export function RemoveMember({ roster, player }: { readonly roster: string; readonly player: Member }) {
  const forbidden = useForbidden(needs.writePlayers);
  // The reason is on the buttons above the list: once per row would bury the names.
  if (forbidden !== null) return null;
  return (
    <FormAction
      title={t.remove}
      className="plain"
      submit={t.remove}
      changes={['rosters', 'leaderboard']}
      onSubmit={() => bandeja().rosters.remove(roster, player.username)}
    >
      <p>{fill(t.removeNote, { name: player.display_name })}</p>
    </FormAction>
  );
}
