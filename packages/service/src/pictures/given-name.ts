/** First names, many of which have two words in Spain and Portugal: José Luis, Maria João, María del Mar. */

/** Names that stand second in a first name of two words, without accents. A surname is not among them. */
const SECOND_NAMES = new Set(
  (
    'alberto alejandro alexandre alfonso amelia ana angel angela angeles antonia antonio augusto beatriz belen camila carlos ' +
    'carolina carmen catarina cecilia clara conceicao cristina daniel david dios dolores eduardo elena emilio enrique ' +
    'esperanza eugenia eugenio eva fatima felipe felix fernanda fernando francisca francisco gabriel gabriela guadalupe ' +
    'helena henrique ignacio ines inmaculada isabel jesus joana joao joaquin jorge jose josefa juan julia julio laura ' +
    'leonor lourdes lucia luis luisa luiza manuel manuela mar margarida maria marta matilde mercedes miguel montserrat nieves ' +
    'pablo patricia paula paulo pedro pilar rafael ramon raquel raul ricardo rita roberto rocio rodrigo rosa rosario salome ' +
    'sofia sol teresa tiago tomas victor victoria vitor vitoria xavier'
  ).split(' '),
);
const PARTICLES = new Set(['de', 'del', 'do', 'da', 'dos', 'das', 'la', 'las', 'los']);

const folded = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The first name in a whole name: its first word, and the second where that is a first name too. */
export function givenNameOf(name: string): string {
  const words = name.split(' ');
  const second = words.findIndex((word, index) => index > 0 && !PARTICLES.has(folded(word)));
  const hasTwo = second !== -1 && SECOND_NAMES.has(folded(words[second] ?? ''));
  return words.slice(0, hasTwo ? second + 1 : 1).join(' ');
}
