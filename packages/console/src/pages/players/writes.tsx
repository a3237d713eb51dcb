/** Registering players, and the rosters. */
import { type Api, BandejaError } from '@bandeja/client';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { rosterName } from '../../names.ts';
import { FormAction } from '../../parts/Action.tsx';
import { Check, Field, textOf } from '../../parts/Field.tsx';
import { Refusal } from '../../problems.ts';
import { needs, useForbidden } from '../../rights.ts';
import { usernameOf } from '../plan/find-players.ts';
import { LevelFields, levelOf } from '../player/StartingLevel.tsx';

const t = texts('console.players.writes');

interface NewPlayer extends Omit<Api.Registration, 'username'> {
  readonly display_name: string;
}

/** Registering a username again returns its player, who may be another person. @param attempt the number of the next username of this name */
async function register(player: NewPlayer, attempt: { current: number }): Promise<Api.Player> {
  for (;;) {
    const username = await usernameOf(player.display_name, attempt.current);
    try {
      const { alreadyRegistered, ...registered } = await bandeja().players.register({ ...player, username });
      if (!alreadyRegistered) return registered;
      attempt.current += 1;
      throw new Refusal(t('taken', { name: registered.display_name }));
    } catch (error) {
      if (!(error instanceof BandejaError && error.code === 'username_taken')) throw error;
      attempt.current += 1;
    }
  }
}

export function RegisterPlayer({ roster }: { readonly roster?: string | undefined }) {
  const navigate = useNavigate();
  const attempt = useRef(0);
  const restart = () => {
    attempt.current = 0;
  };
  return (
    <FormAction
      title={t('register')}
      className="main"
      forbidden={useForbidden(needs.writePlayers)}
      changes={[]}
      onSubmit={(values) =>
        register(
          {
            display_name: textOf(values, 'name') ?? '',
            country_code: textOf(values, 'country')?.toUpperCase(),
            profile_is_public: values.has('public'),
            starting_level: levelOf(values),
            roster_slug: roster,
          },
          attempt,
        )
      }
      onDone={({ id }) => void navigate({ to: '/players/$username', params: { username: id } })}
      onClose={restart}
    >
      <Field label={t('name')} name="name" required maxLength={80} autoComplete="off" autoFocus onChange={restart} />
      <Field label={t('country')} name="country" minLength={2} maxLength={2} autoComplete="off" />
      <LevelFields isOptional />
      <Check label={t('public')} name="public" />
    </FormAction>
  );
}

async function createRoster(name: string): Promise<Api.Roster> {
  const { rosters } = bandeja();
  const taken = (await rosters.list({ limit: 100 })).data.map(({ slug }) => slug);
  for (let attempt = 0; ; attempt += 1) {
    const slug = (await usernameOf(name, attempt)).replaceAll(/[._]/g, '-');
    if (!taken.includes(slug)) return rosters.put(slug, { name });
  }
}

export function NewRoster() {
  const navigate = useNavigate();
  return (
    <FormAction
      title={t('new_roster')}
      submit={t('create')}
      forbidden={useForbidden(needs.writePlayers)}
      changes={['rosters']}
      onSubmit={(values) => createRoster(textOf(values, 'name') ?? '')}
      onDone={({ slug }) => void navigate({ to: '/players', search: { roster: slug } })}
    >
      <Field label={t('name')} name="name" required maxLength={80} autoComplete="off" autoFocus />
    </FormAction>
  );
}

export function RedeemShare({ roster }: { readonly roster: Api.Roster }) {
  return (
    <FormAction
      title={t('redeem')}
      submit={t('add')}
      forbidden={useForbidden(needs.writePlayers)}
      changes={['rosters', 'leaderboard', 'players']}
      onSubmit={(values) => bandeja().rosters.redeem(roster.slug, textOf(values, 'code') ?? '')}
    >
      <p>{t('redeem_note')}</p>
      <Field label={t('code')} name="code" required autoComplete="off" autoCapitalize="none" autoFocus />
    </FormAction>
  );
}

export function ManageRoster({ roster }: { readonly roster: Api.Roster }) {
  const navigate = useNavigate();
  return (
    <FormAction
      title={t('delete_roster')}
      className="danger"
      isDangerous
      forbidden={useForbidden(needs.writePlayers)}
      changes={['rosters']}
      onSubmit={() => bandeja().rosters.delete(roster.slug)}
      onDone={() => void navigate({ to: '/players' })}
    >
      <p>{t('delete_note', { n: roster.members, name: rosterName(roster) })}</p>
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
      title={t('remove')}
      className="plain"
      changes={['rosters', 'leaderboard']}
      onSubmit={() => bandeja().rosters.remove(roster, player.username)}
    >
      <p>{t('remove_note', { name: player.display_name })}</p>
    </FormAction>
  );
}
