/** A player's starting level. */
import type { Api } from '@bandeja/client';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { bandeja } from '../../api.ts';
import { fill, texts } from '../../language.ts';
import { formatDay, formatScore } from '../../numbers.ts';
import { Form, FormAction } from '../../parts/Action.tsx';
import { Field, Select, textOf } from '../../parts/Field.tsx';
import { Tile } from '../../parts/Page.tsx';
import { statedText } from '../../parts/scores.tsx';
import { needs, useForbidden } from '../../rights.ts';

const t = texts({
  title: ['Starting level', 'Nivel inicial', 'Nível inicial'],
  note: [
    'What is known before the first match. It moves the first score by at most 115 points, and fades with every match.',
    'Lo que se sabe antes del primer partido. Mueve la primera puntuación 115 puntos como máximo y pesa menos con cada partido.',
    'O que se sabe antes do primeiro encontro. Muda a primeira pontuação em 115 pontos, no máximo, e pesa menos a cada encontro.',
  ],
  converted: ['Converted to {n} points', 'Equivale a {n} puntos', 'Equivale a {n} pontos'],
  self: ['by the player', 'por el jugador', 'pelo jogador'],
  coach: ['by a coach', 'por un entrenador', 'por um treinador'],
  other_app: ['taken from another app', 'tomado de otra aplicación', 'tirado de outra aplicação'],
  scale: ['What a level is', 'Qué es un nivel', 'O que é um nível'],
  value: ['Level, from 0 to 7', 'Nivel, de 0 a 7', 'Nível, de 0 a 7'],
  optional: [
    'Starting level, from 0 to 7 (optional)',
    'Nivel inicial, de 0 a 7 (opcional)',
    'Nível inicial, de 0 a 7 (opcional)',
  ],
  source: ['Stated', 'Declarado', 'Declarado'],
  save: ['Save', 'Guardar', 'Guardar'],
  remove: ['Remove', 'Quitar', 'Remover'],
  removeNote: [
    'All scores become what they would be without this starting level.',
    'Todas las puntuaciones pasan a ser las que serían sin este nivel inicial.',
    'Todas as pontuações passam a ser as que seriam sem este nível inicial.',
  ],
});

const SOURCES = ['self', 'coach', 'other_app'] as const;

/** “Stated 3.5, by a coach, 1 May 2026. Converted to 1600 points” */
export function StatedFacts({ level }: { readonly level: Api.StartingLevel }) {
  const { source, stated_at: at, service_score: points } = level;
  const facts = [statedText(level), source && t[source], at && formatDay(at)].filter((fact) => fact !== null);
  return (
    <p>
      {facts.join(', ')}. {fill(t.converted, { n: formatScore(points) })}. <Link to="/scale">{t.scale}</Link>
    </p>
  );
}

export function StartingLevelTile({ level }: { readonly level: Api.StartingLevel }) {
  return (
    <Tile title={t.title} note={t.note}>
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
        label={isOptional ? t.optional : t.value}
        name="level"
        type="number"
        min={0}
        max={7}
        step={0.01}
        required={!isOptional}
        defaultValue={level?.scale === 'level' ? level.value : ''}
      />
      <Select label={t.source} name="source" defaultValue={level?.source ?? 'self'}>
        {SOURCES.map((source) => (
          <option key={source} value={source}>
            {t[source]}
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
    <Tile title={t.title} note={t.note}>
      {level !== null && <StatedFacts level={level} />}
      <Form
        key={saved}
        submit={t.save}
        forbidden={forbidden}
        changes={['card']}
        onSubmit={(values) => bandeja().players.update(id, { starting_level: levelOf(values) })}
        onDone={() => setSaved(saved + 1)}
      >
        <LevelFields level={level} />
      </Form>
      {level !== null && forbidden === null && (
        <FormAction
          title={t.remove}
          className="danger"
          isDangerous
          changes={['card']}
          onSubmit={() => bandeja().players.update(id, { starting_level: null })}
          onDone={() => setSaved(saved + 1)}
        >
          <p>{t.removeNote}</p>
        </FormAction>
      )}
    </Tile>
  );
}
