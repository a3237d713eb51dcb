/** The texts of the card picture. Room is scarce: a text that is too long in one language has a shorter variant. */
import { defineMessage } from '../message.ts';

const labels = ['hot', 'mixed', 'cold', 'new'] as const;
const results = ['won', 'drawn', 'lost'] as const;

export const cardPictureMessages = {
  'card.title': defineMessage(
    { name: 'name', service_score: 'whole', confidence: 'name', form: 'name' },
    {
      en: '{name}: {service_score, number, score} points ({confidence}). {form}',
      es: '{name}: {service_score, number, score} puntos ({confidence}). {form}',
      pt: '{name}: {service_score, number, score} pontos ({confidence}). {form}',
    },
  ),
  'card.matches': defineMessage(
    { matches: 'whole' },
    {
      en: '{matches, plural, one {# match} other {# matches}}',
      es: '{matches, plural, one {# partido} other {# partidos}}',
      pt: '{matches, plural, one {# encontro} other {# encontros}}',
    },
  ),
  'card.placing': defineMessage(
    { matches: 'whole', matches_needed: 'whole' },
    {
      en: '{matches, number} of {matches_needed, plural, one {# match} other {# matches}}',
      es: '{matches, number} de {matches_needed, plural, one {# partido} other {# partidos}}',
      pt: '{matches, number} de {matches_needed, plural, one {# encontro} other {# encontros}}',
    },
  ),
  'card.settling': defineMessage({}, { en: 'settling', es: 'en cálculo', pt: 'em cálculo' }),
  'card.percentile': defineMessage(
    { share: 'share' },
    {
      en: 'Higher than {share, number, share} of ranked players',
      es: 'Por encima del {share, number, share} de los clasificados',
      pt: 'Acima de {share, number, share} dos classificados',
    },
  ),
  'card.window': defineMessage(
    { days: 'whole' },
    { en: '{days, number} days', es: '{days, number} días', pt: '{days, number} dias' },
  ),
  'card.no_match': defineMessage({}, { en: 'no match', es: 'sin partidos', pt: '0 encontros' }),
  'card.record': defineMessage(
    { wins: 'whole', draws: 'whole', losses: 'whole' },
    {
      en: '{wins, number} W{draws, plural, =0 {} other { · # D}} · {losses, number} L',
      es: '{wins, number} G{draws, plural, =0 {} other { · # E}} · {losses, number} P',
      pt: '{wins, number} V{draws, plural, =0 {} other { · # E}} · {losses, number} D',
    },
  ),
  'card.result_letter': defineMessage(
    { result: results },
    {
      en: '{result, select, won {W} drawn {D} other {L}}',
      es: '{result, select, won {G} drawn {E} other {P}}',
      pt: '{result, select, won {V} drawn {E} other {D}}',
    },
  ),
  'card.form': defineMessage(
    { label: labels },
    {
      en: 'Form: {label, select, hot {hot} mixed {mixed} cold {cold} other {just begun}}',
      es: 'Forma: {label, select, hot {muy buena} mixed {desigual} cold {baja} other {por ver}}',
      pt: 'Forma: {label, select, hot {muito boa} mixed {irregular} cold {baixa} other {por ver}}',
    },
  ),
  'card.streak': defineMessage(
    { result: results, length: 'whole' },
    {
      en: '{length, number} {result, select, won {wins} drawn {draws} other {losses}} in a row',
      es: '{length, number} {result, select, won {victorias seguidas} drawn {empates seguidos} other {derrotas seguidas}}',
      pt: '{length, number} {result, select, won {vitórias seguidas} drawn {empates seguidos} other {derrotas seguidas}}',
    },
  ),
  'card.newest_first': defineMessage(
    {},
    { en: 'newest first', es: 'el más reciente primero', pt: 'o mais recente primeiro' },
  ),
  'card.no_results': defineMessage(
    {},
    {
      en: 'Results will appear here.',
      es: 'Aquí aparecerán los resultados.',
      pt: 'Os resultados aparecerão aqui.',
    },
  ),
  'card.consistency': defineMessage({}, { en: 'Consistency', es: 'Regularidad', pt: 'Regularidade' }),
  'card.consistency_label': defineMessage(
    { label: ['very_steady', 'steady', 'changeable', 'streaky', 'new'] },
    {
      en: '{label, select, very_steady {Very steady} steady {Steady} changeable {Changeable} streaky {Streaky} other {Needs 5 scores in games}}',
      es: '{label, select, very_steady {Muy regular} steady {Bastante regular} changeable {Irregular} streaky {Muy irregular} other {Con 5 marcadores en juegos}}',
      pt: '{label, select, very_steady {Muito regular} steady {Bastante regular} changeable {Irregular} streaky {Muito irregular} other {Com 5 resultados em jogos}}',
    },
  ),
  'card.of_100': defineMessage(
    { value: 'whole' },
    { en: '{value, number} of 100', es: '{value, number}/100', pt: '{value, number}/100' },
  ),
  'card.last_matches': defineMessage({}, { en: 'Last matches', es: 'Últimos partidos', pt: 'Últimos encontros' }),
  'card.no_last_match': defineMessage(
    {},
    { en: 'No match yet.', es: 'Todavía sin partidos.', pt: 'Ainda sem encontros.' },
  ),
  'card.others': defineMessage(
    { teammate: 'name', opponents: 'name' },
    {
      en: 'with {teammate} v {opponents}',
      es: 'con {teammate} contra {opponents}',
      pt: 'com {teammate} contra {opponents}',
    },
  ),
  'card.private_player': defineMessage({}, { en: 'Private player', es: 'Privado', pt: 'Privado' }),
  'card.erased_player': defineMessage({}, { en: 'Erased player', es: 'Perfil borrado', pt: 'Perfil apagado' }),
  'card.walkover': defineMessage({}, { en: 'Walkover', es: 'WO', pt: 'WO' }),
  'card.retired': defineMessage(
    { score: 'name' },
    { en: '{score} retired', es: '{score} (ret.)', pt: '{score} (desist.)' },
  ),
  'card.retired_unscored': defineMessage({}, { en: 'Retired', es: 'Retirada', pt: 'Desistência' }),
  'card.no_score': defineMessage({}, { en: 'No score sent', es: 'Sin marcador', pt: 'Sem resultado' }),
};
