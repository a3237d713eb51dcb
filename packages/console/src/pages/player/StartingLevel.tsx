/** A player's starting level. */
import type { Api } from '@bandeja/client';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { formatDay, formatScore } from '../../numbers.ts';
import { Form, FormAction } from '../../parts/Action.tsx';
import { Field, Select, textOf } from '../../parts/Field.tsx';
import { Tile } from '../../parts/Page.tsx';
import { statedText } from '../../parts/scores.tsx';
import { needs, useForbidden } from '../../rights.ts';

const t = texts('console.player.starting_level');

const SOURCES = ['self', 'coach', 'other_app'] as const;

/** “Stated 3.5, by a coach, 1 May 2026. Converted to 1600 points” */
export function StatedFacts({ level }: { readonly level: Api.StartingLevel }) {
  const { source, stated_at: at, service_score: points } = level;
  const facts = [statedText(level), source && t(source), at && formatDay(at)].filter((fact) => fact !== null);
  return (
    <p>
      {facts.join(', ')}. {t('converted', { n: formatScore(points) })}. <Link to="/scale">{t('scale')}</Link>
    </p>
  );
}

export function StartingLevelTile({ level }: { readonly level: Api.StartingLevel }) {
  return (
    <Tile title={t('title')} note={t('note')}>
      <StatedFacts level={level} />
    </Tile>
  );
}

interface LevelFieldsProps {
  readonly level?: Api.StartingLevel | null;
  readonly isOptional?: boolean;
}

export function LevelFields({ level = null, isOptional = false }: LevelFieldsProps) {
  return (
    <>
      <Field
        label={isOptional ? t('optional') : t('value')}
        name="level"
        type="number"
        min={0}
        max={7}
        step={0.01}
        required={!isOptional}
        defaultValue={level?.scale === 'level' ? level.value : ''}
      />
      <Select label={t('source')} name="source" defaultValue={level?.source ?? 'self'}>
        {SOURCES.map((source) => (
          <option key={source} value={source}>
            {t(source)}
          </option>
        ))}
      </Select>
    </>
  );
}

/** Undefined if no level was entered. */
export function levelOf(values: FormData): Api.NewStartingLevel | undefined {
  const value = textOf(values, 'level');
  const source = SOURCES.find((one) => one === values.get('source')) ?? 'self';
  return value === undefined ? undefined : { value: Number(value), source };
}

type Player = Pick<Api.Player, 'id' | 'starting_level'>;

export function StartingLevelForm({ player: { id, starting_level: level } }: { readonly player: Player }) {
  const forbidden = useForbidden(needs.writePlayers);
  // A new form shows the saved level.
  const [saved, setSaved] = useState(0);
  return (
    <Tile title={t('title')} note={t('note')}>
      {level !== null && <StatedFacts level={level} />}
      <Form
        key={saved}
        submit={t('save')}
        forbidden={forbidden}
        changes={['card']}
        onSubmit={(values) => bandeja().players.update(id, { starting_level: levelOf(values) })}
        onDone={() => setSaved(saved + 1)}
      >
        <LevelFields level={level} />
      </Form>
      {level !== null && forbidden === null && (
        <FormAction
          title={t('remove')}
          className="danger"
          isDangerous
          changes={['card']}
          onSubmit={() => bandeja().players.update(id, { starting_level: null })}
          onDone={() => setSaved(saved + 1)}
        >
          <p>{t('remove_note')}</p>
        </FormAction>
      )}
    </Tile>
  );
}
