/** Sentences about the players of a file: English → Spanish, Portuguese, as in `translations.ts`. */
export const playerTranslations = {
  '“{}” is not a username': ['“{}” no es un nombre de usuario', '“{}” não é um nome de utilizador'],
  '“{}” is in this match twice': ['“{}” está dos veces en este partido', '“{}” está duas vezes neste encontro'],
  '“{}” and “{}” are one player, {}': ['“{}” y “{}” son el mismo jugador, {}', '“{}” e “{}” são o mesmo jogador, {}'],
  '“{}” is not a name': ['“{}” no es un nombre', '“{}” não é um nome'],
  'no player has the {} “{}”': ['ningún jugador tiene el {} “{}”', 'nenhum jogador tem o {} “{}”'],
  'the {} “{}” is of {}, but {} is {}': ['el {} “{}” es de {}, pero {} es {}', 'o {} “{}” é de {}, mas {} é {}'],
  '“{}” is not one of your players': ['“{}” no es uno de tus jugadores', '“{}” não é um dos seus jogadores'],
  '“{}” is the name of # of your players: {}': [
    '“{}” es el nombre de # de tus jugadores: {}',
    '“{}” é o nome de # dos seus jogadores: {}',
  ],
  '“{}” has a mark, and may be {} or {}': [
    '“{}” lleva una marca y puede ser {} o {}',
    '“{}” tem uma marca e pode ser {} ou {}',
  ],
  '“{}” has a mark, and may be {}': ['“{}” lleva una marca y puede ser {}', '“{}” tem uma marca e pode ser {}'],
  '“{}” has a mark': ['“{}” lleva una marca', '“{}” tem uma marca'],
  '“{}” may be {}, who has the username derived from it': [
    '“{}” puede ser {}, que tiene el nombre de usuario derivado',
    '“{}” pode ser {}, que tem o nome de utilizador derivado',
  ],
  '“{}” may be {} or {}': ['“{}” puede ser {} o {}', '“{}” pode ser {} ou {}'],
  '“{}” may be {}': ['“{}” puede ser {}', '“{}” pode ser {}'],
  '{} of this file': ['{} de este archivo', '{} deste ficheiro'],
  '“{}” is not the name of a person': ['“{}” no es el nombre de una persona', '“{}” não é o nome de uma pessoa'],

  '{}: {} is “{}”, a player of another partner; the file gives this username to “{}”. If “{}” is another person, choose another username. If it is the same person, write “{}” as display_name.':
    [
      '{}: {} es “{}”, jugador de otro club; el archivo da este nombre de usuario a “{}”. Si “{}” es otra persona, elige otro nombre de usuario. Si es la misma, escribe “{}” como display_name.',
      '{}: {} é “{}”, jogador de outro clube; o ficheiro dá este nome de utilizador a “{}”. Se “{}” é outra pessoa, escolha outro nome de utilizador. Se é a mesma, escreva “{}” como display_name.',
    ],
  '{}: {} is “{}”, one of your players; the file gives this username to “{}”. If “{}” is another person, choose another username. If it is the same person, write “{}” as display_name.':
    [
      '{}: {} es “{}”, uno de tus jugadores; el archivo da este nombre de usuario a “{}”. Si “{}” es otra persona, elige otro nombre de usuario. Si es la misma, escribe “{}” como display_name.',
      '{}: {} é “{}”, um dos seus jogadores; o ficheiro dá este nome de utilizador a “{}”. Se “{}” é outra pessoa, escolha outro nome de utilizador. Se é a mesma, escreva “{}” como display_name.',
    ],
  '{} belongs to another club’s {}. Yours is someone else? Choose another username. The same person? Then write “{}” as display_name in the players file.':
    [
      '{} es de {}, de otro club. ¿Es otra persona? Elige otro nombre de usuario. ¿Es la misma? Entonces escribe “{}” como display_name en el archivo de jugadores.',
      '{} é de {}, de outro clube. É outra pessoa? Escolha outro nome de utilizador. É a mesma? Então escreva “{}” como display_name no ficheiro de jogadores.',
    ],
  '{} belongs to another club’s {}. Yours is someone else? Choose another username. The same person? Then give the line the note “existing”, and write “{}” as display_name in the players file.':
    [
      '{} es de {}, de otro club. ¿Es otra persona? Elige otro nombre de usuario. ¿Es la misma? Entonces pon la nota “existing” en la línea y escribe “{}” como display_name en el archivo de jugadores.',
      '{} é de {}, de outro clube. É outra pessoa? Escolha outro nome de utilizador. É a mesma? Então ponha a nota “existing” na linha e escreva “{}” como display_name no ficheiro de jogadores.',
    ],
  '{} was the username of a public player who is erased. Choose another one for “{}”.': [
    '{} era el nombre de usuario de un jugador público que se ha borrado. Elige otro para “{}”.',
    '{} era o nome de utilizador de um jogador público que foi apagado. Escolha outro para “{}”.',
  ],
  '{} is “{}”, a player of another partner; the file gives this username to “{}”. If “{}” is another person, choose another username. {}':
    [
      '{} es “{}”, jugador de otro club; el archivo da este nombre de usuario a “{}”. Si “{}” es otra persona, elige otro nombre de usuario. {}',
      '{} é “{}”, jogador de outro clube; o ficheiro dá este nome de utilizador a “{}”. Se “{}” é outra pessoa, escolha outro nome de utilizador. {}',
    ],
  'Only if both are one person, write “{}” as display_name in the players file.': [
    'Solo si ambos son la misma persona, escribe “{}” como display_name en el archivo de jugadores.',
    'Só se ambos são a mesma pessoa, escreva “{}” como display_name no ficheiro de jogadores.',
  ],
  'Only if both are one person, give the line another note than “new”, such as “existing”, and write “{}” as display_name in the players file.':
    [
      'Solo si ambos son la misma persona, pon en la línea otra nota que “new”, como “existing”, y escribe “{}” como display_name en el archivo de jugadores.',
      'Só se ambos são a mesma pessoa, ponha na linha outra nota que não “new”, como “existing”, e escreva “{}” como display_name no ficheiro de jogadores.',
    ],

  'an erased player': ['un jugador borrado', 'um jogador apagado'],
} as const satisfies Readonly<Record<string, readonly [es: string, pt: string]>>;
