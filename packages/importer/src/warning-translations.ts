/** Warnings about rows: English → Spanish, Portuguese, as in `translations.ts`. */
export const warningTranslations = {
  'an unfinished set: correct the score, or add “ret.” if the match was stopped': [
    'un set sin terminar: corrige el marcador, o añade “ret.” si el partido se interrumpió',
    'um set por acabar: corrija o resultado, ou junte “ret.” se o encontro foi interrompido',
  ],
  'an unusual score: check it': ['un marcador poco habitual: compruébalo', 'um resultado pouco habitual: verifique-o'],
  'the same four players soon before or after: check that no match is entered twice': [
    'los mismos cuatro jugadores poco antes o después: comprueba que ningún partido está dos veces',
    'os mesmos quatro jogadores pouco antes ou depois: verifique que nenhum encontro está duas vezes',
  ],
  'a match of that day with the same players and score is stored: check --timezone and --time before you store it twice':
    [
      'ya hay guardado un partido de ese día con los mismos jugadores y marcador: comprueba --timezone y --time para no guardarlo dos veces',
      'já está guardado um encontro desse dia com os mesmos jogadores e resultado: verifique --timezone e --time para não o guardar duas vezes',
    ],
  'three of the four players have a stored match at the same time: if a name was corrected, amend that match or merge the players (bandeja matches amend, bandeja players merge)':
    [
      'tres de los cuatro jugadores tienen un partido guardado a la misma hora: si se corrigió un nombre, corrige ese partido o une los jugadores (bandeja matches amend, bandeja players merge)',
      'três dos quatro jogadores têm um encontro guardado à mesma hora: se um nome foi corrigido, corrija esse encontro ou junte os jogadores (bandeja matches amend, bandeja players merge)',
    ],
  'Match {} ({}) is stored at the same time, with {} instead of {}. If the row is that match, do not store it again.': [
    'El partido {} ({}) está guardado a la misma hora, con {} en lugar de {}. Si la fila es ese partido, no lo guardes otra vez.',
    'O encontro {} ({}) está guardado à mesma hora, com {} em vez de {}. Se a linha é esse encontro, não o guarde outra vez.',
  ],
  'the score and three of the four players are those of a row within 20 minutes: if a name is spelt in two ways, correct it':
    [
      'el marcador y tres de los cuatro jugadores son los de una fila a menos de 20 minutos: si un nombre está escrito de dos formas, corrígelo',
      'o resultado e três dos quatro jogadores são os de uma linha a menos de 20 minutos: se um nome está escrito de duas formas, corrija-o',
    ],
  '{} has the same score, with {} instead of {}': [
    '{} tiene el mismo marcador, con {} en lugar de {}',
    '{} tem o mesmo resultado, com {} em vez de {}',
  ],
  'a player has two matches that start at the same time: check the time and the names': [
    'un jugador tiene dos partidos que empiezan a la misma hora: comprueba la hora y los nombres',
    'um jogador tem dois encontros que começam à mesma hora: verifique a hora e os nomes',
  ],
  'left out because of its warnings': ['se dejó fuera por sus avisos', 'ficou de fora por causa dos avisos'],
  '{} is also in {}': ['{} está también en la {}', '{} também está na {}'],
  'set #: {}': ['set #: {}', 'set #: {}'],
  'line #: {}': ['línea #: {}', 'linha #: {}'],
  'row #: {}': ['fila #: {}', 'linha #: {}'],
  'match #: {}': ['partido #: {}', 'encontro #: {}'],
  'The same four players have the match “{}” at the same time.': [
    'Los mismos cuatro jugadores tienen el partido “{}” a la misma hora.',
    'Os mesmos quatro jogadores têm o encontro “{}” à mesma hora.',
  ],
  'The same four players have the match “{}” # minutes before.': [
    'Los mismos cuatro jugadores tienen el partido “{}” # minutos antes.',
    'Os mesmos quatro jogadores têm o encontro “{}” # minutos antes.',
  ],
  'The same four players have the match “{}” # minutes after.': [
    'Los mismos cuatro jugadores tienen el partido “{}” # minutos después.',
    'Os mesmos quatro jogadores têm o encontro “{}” # minutos depois.',
  ],
  '{} adds up to # points, which few formats play.': [
    '{} suma # puntos, y pocos formatos juegan a tantos.',
    '{} soma # pontos, e poucos formatos jogam a tantos.',
  ],
  '{} is a very long match tie-break.': ['{} es un súper tie-break muy largo.', '{} é um super tie-break muito longo.'],
  'a score that no format has: check it': [
    'un marcador que no es de ningún formato: compruébalo',
    'um resultado que não é de nenhum formato: verifique-o',
  ],
  '{} is level, but there is a winner': ['{} es un empate, pero hay un ganador', '{} é um empate, mas há um vencedor'],
  '{} has # sets': ['{} tiene # sets', '{} tem # sets'],
  '{} goes on after two sets had decided the match': [
    '{} sigue después de que dos sets decidieran el partido',
    '{} continua depois de dois sets terem decidido o encontro',
  ],
  '{} has a set to 8 beside a set to 6': [
    '{} tiene un set a 8 junto a un set a 6',
    '{} tem um set a 8 ao lado de um set a 6',
  ],
  'level in sets, so the games decide: add the missing set, or “ret.” if the match was stopped': [
    'empate a sets, así que deciden los juegos: añade el set que falta, o “ret.” si el partido se interrumpió',
    'empate em sets, por isso decidem os jogos: junte o set que falta, ou “ret.” se o encontro foi interrompido',
  ],
  '{} has no tie-break, but {} follows it': [
    '{} no tiene tie-break, pero le sigue {}',
    '{} não tem tie-break, mas segue-se {}',
  ],
  '{} is level in sets; is a set missing?': [
    '{} es empate a sets; ¿falta un set?',
    '{} é um empate em sets; falta um set?',
  ],
  '{} is not a set. A typing error for {}?': [
    '{} no es un set. ¿Querías decir {}?',
    '{} não é um set. Queria dizer {}?',
  ],
  'A set does not end {}.': ['Un set no termina {}.', 'Um set não acaba {}.'],
  'With {} first, all sets count as points, but {} looks like games.': [
    'Con {} al principio todos los sets cuentan puntos, pero {} parece juegos.',
    'Com {} no início todos os sets contam pontos, mas {} parece jogos.',
  ],
  'rows with warnings, rejected by --strict': [
    'filas con avisos, rechazadas por --strict',
    'linhas com avisos, rejeitadas por --strict',
  ],
} as const satisfies Readonly<Record<string, readonly [es: string, pt: string]>>;
