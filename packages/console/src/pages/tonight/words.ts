/** How nights are named on the list and on their page. */
import type { Api } from '@bandeja/client';
import { fill, texts } from '../../language.ts';

const t = texts({
  planned: ['Planned', 'Planificada', 'Planeada'],
  open: ['On now', 'En juego', 'A decorrer'],
  closed: ['Closed', 'Cerrada', 'Fechada'],
  round: ['Round {n} of {all}', 'Ronda {n} de {all}', 'Ronda {n} de {all}'],
  players: ['{n} {n|player|players}', '{n} {n|jugador|jugadores}', '{n} {n|jogador|jogadores}'],
  courts: ['{n} {n|court|courts}', '{n} {n|pista|pistas}', '{n} {n|campo|campos}'],
  rounds: ['{n} {n|round|rounds}', '{n} {n|ronda|rondas}', '{n} {n|ronda|rondas}'],
});

export const countPlayers = (n: number): string => fill(t.players, { n });
export const countCourts = (n: number): string => fill(t.courts, { n });
export const countRounds = (n: number): string => fill(t.rounds, { n });
export const roundOf = (n: number, all: number): string => fill(t.round, { n, all });
export const stateName = (state: Api.Plan['state']): string => t[state];
