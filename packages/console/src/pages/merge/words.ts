import { texts } from '../../language.ts';

export const words = texts({
  progress: ['{done} of {total} matches', '{done} de {total} partidos', '{done} de {total} encontros'],
  undone: ['Merge undone', 'Fusión deshecha', 'Fusão desfeita'],
  more: ['… and {n} more.', '… y {n} más.', '… e mais {n}.'],
});
