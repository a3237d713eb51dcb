/** The words of a card as a picture. They have little room: what is longer in one language has a shorter form beside it. */
import { message } from '../message.ts';

const labels = ['hot', 'mixed', 'cold', 'new'] as const;
const results = ['won', 'drawn', 'lost'] as const;

export const cardPictureMessages = {
  'card.title': message(
    { name: 'name', service_score: 'whole', confidence: 'name', form: 'name' },
    {
      en: '{name}: {service_score, number, score} points ({confidence}). {form}',
      es: '{name}: {service_score, number, score} puntos ({confidence}). {form}',
      pt: '{name}: {service_score, number, score} pontos ({confidence}). {form}',
    },
  ),
  'card.give_or_take': message(
    { uncertainty: 'whole' },
    {
      en: '± {uncertainty, number, score} points',
      es: '± {uncertainty, number, score} puntos',
      pt: '± {uncertainty, number, score} pontos',
    },
  ),
  'card.matches': message(
    { matches: 'whole' },
    {
      en: '{matches, plural, one {# match} other {# matches}}',
      es: '{matches, plural, one {# partido} other {# partidos}}',
      pt: '{matches, plural, one {# encontro} other {# encontros}}',
    },
  ),
  'card.settling': message({}, { en: 'settling', es: 'en cálculo', pt: 'em cálculo' }),
  'card.percentile': message(
    { share: 'share' },
    {
      en: 'Higher than {share, number, share} of ranked players',
      es: 'Por encima del {share, number, share} de los clasificados',
      pt: 'Acima de {share, number, share} dos classificados',
    },
  ),
  'card.window': message(
    { days: 'whole' },
    { en: '{days, number} days', es: '{days, number} días', pt: '{days, number} dias' },
  ),
  'card.no_match': message({}, { en: 'no match', es: 'sin partidos', pt: '0 encontros' }),
  'card.record': message(
    { wins: 'whole', draws: 'whole', losses: 'whole' },
    {
      en: '{wins, number} W{draws, plural, =0 {} other { · # D}} · {losses, number} L',
      es: '{wins, number} G{draws, plural, =0 {} other { · # E}} · {losses, number} P',
      pt: '{wins, number} V{draws, plural, =0 {} other { · # E}} · {losses, number} D',
    },
  ),
  'card.result_letter': message(
    { result: results },
    {
      en: '{result, select, won {W} drawn {D} other {L}}',
      es: '{result, select, won {G} drawn {E} other {P}}',
      pt: '{result, select, won {V} drawn {E} other {D}}',
    },
  ),
  'card.form': message(
    { label: labels },
    {
      en: 'Form: {label, select, hot {hot} mixed {mixed} cold {cold} other {just begun}}',
      es: 'Forma: {label, select, hot {muy buena} mixed {desigual} cold {baja} other {por ver}}',
      pt: 'Forma: {label, select, hot {muito boa} mixed {irregular} cold {baixa} other {por ver}}',
    },
  ),
  'card.streak': message(
    { result: results, length: 'whole' },
    {
      en: '{length, number} {result, select, won {wins} drawn {draws} other {losses}} in a row',
      es: '{length, number} {result, select, won {victorias seguidas} drawn {empates seguidos} other {derrotas seguidas}}',
      pt: '{length, number} {result, select, won {vitórias seguidas} drawn {empates seguidos} other {derrotas seguidas}}',
    },
  ),
  'card.newest_first': message(
    {},
    { en: 'newest first', es: 'el más reciente primero', pt: 'o mais recente primeiro' },
  ),
  'card.no_results': message(
    {},
    {
      en: 'Results will appear here.',
      es: 'Aquí aparecerán los resultados.',
      pt: 'Os resultados aparecerão aqui.',
    },
  ),
  'card.consistency': message({}, { en: 'Consistency', es: 'Regularidad', pt: 'Regularidade' }),
  'card.consistency_label': message(
    { label: ['very_steady', 'steady', 'changeable', 'streaky', 'new'] },
    {
      en: '{label, select, very_steady {Very steady} steady {Steady} changeable {Changeable} streaky {Streaky} other {Needs 5 scores in games}}',
      es: '{label, select, very_steady {Muy regular} steady {Bastante regular} changeable {Irregular} streaky {Muy irregular} other {Con 5 marcadores en juegos}}',
      pt: '{label, select, very_steady {Muito regular} steady {Bastante regular} changeable {Irregular} streaky {Muito irregular} other {Com 5 resultados em jogos}}',
    },
  ),
  'card.of_100': message(
    { value: 'whole' },
    { en: '{value, number} of 100', es: '{value, number}/100', pt: '{value, number}/100' },
  ),
  'card.last_matches': message({}, { en: 'Last matches', es: 'Últimos partidos', pt: 'Últimos encontros' }),
  'card.no_last_match': message({}, { en: 'No match yet.', es: 'Todavía sin partidos.', pt: 'Ainda sem encontros.' }),
  'card.others': message(
    { teammate: 'name', opponents: 'name' },
    {
      en: 'with {teammate} v {opponents}',
      es: 'con {teammate} contra {opponents}',
      pt: 'com {teammate} contra {opponents}',
    },
  ),
  'card.private_player': message({}, { en: 'Private player', es: 'Privado', pt: 'Privado' }),
  'card.erased_player': message({}, { en: 'Erased player', es: 'Perfil borrado', pt: 'Perfil apagado' }),
  'card.walkover': message({}, { en: 'Walkover', es: 'WO', pt: 'WO' }),
  'card.retired': message({ score: 'name' }, { en: '{score} retired', es: '{score} (ret.)', pt: '{score} (desist.)' }),
  'card.retired_unscored': message({}, { en: 'Retired', es: 'Retirada', pt: 'Desistência' }),
  'card.no_score': message({}, { en: 'No score sent', es: 'Sin marcador', pt: 'Sem resultado' }),
};
