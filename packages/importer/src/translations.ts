import { fileTranslations } from './file-translations.ts';
import { playerTranslations } from './names/player-translations.ts';
import { warningTranslations } from './warning-translations.ts';

export type Translations = Readonly<Record<string, readonly [es: string, pt: string]>>;

/** English text → Spanish, Portuguese. `{}` is any text and `#` a count, in the same order in all three. */
export const translations: Translations = {
  'line #': ['línea #', 'linha #'],
  'row #': ['fila #', 'linha #'],
  'match #': ['partido #', 'encontro #'],
  'the header repeated': ['el encabezado repetido', 'o cabeçalho repetido'],
  'a session of more than 31 days: if these are several, give each its own name': [
    'una sesión de más de 31 días: si son varias, dale a cada una su nombre',
    'uma sessão de mais de 31 dias: se são várias, dê a cada uma o seu nome',
  ],
  '“{}” has matches from {} to {}': ['“{}” tiene partidos del {} al {}', '“{}” tem encontros de {} a {}'],
  'a value in a column without a header, which is ignored': [
    'un valor en una columna sin encabezado, que se ignora',
    'um valor numa coluna sem cabeçalho, que é ignorado',
  ],
  '{} does not exist in {}; taken as {}': ['{} no existe en {}; se toma {}', '{} não existe em {}; usa-se {}'],
  '{} occurs twice in {}; the first is taken, {}': [
    '{} ocurre dos veces en {}; se toma la primera, {}',
    '{} ocorre duas vezes em {}; usa-se a primeira, {}',
  ],

  'more or fewer cells than the header': [
    'más o menos celdas que el encabezado',
    'mais ou menos células do que o cabeçalho',
  ],
  'a single cell is filled, so the row is not a match': [
    'solo hay una celda llena, así que la fila no es un partido',
    'só há uma célula preenchida, por isso a linha não é um encontro',
  ],
  'names where usernames belong: use --names': [
    'nombres en lugar de nombres de usuario: usa --names',
    'nomes em vez de nomes de utilizador: use --names',
  ],
  'an unclear name: settle it with --players FILE (--players-out FILE writes one to start from)': [
    'un nombre dudoso: acláralo con --players FILE (--players-out FILE escribe uno para empezar)',
    'um nome duvidoso: esclareça-o com --players FILE (--players-out FILE escreve um para começar)',
  ],
  'an external id that no player has: register the player with it, or correct it': [
    'un identificador que ningún jugador tiene: registra al jugador con él, o corrígelo',
    'um identificador que nenhum jogador tem: registe o jogador com ele, ou corrija-o',
  ],
  'an unknown name: --register creates missing players': [
    'un nombre desconocido: --register crea los jugadores que faltan',
    'um nome desconhecido: --register cria os jogadores que faltam',
  ],
  'a player is missing': ['falta un jugador', 'falta um jogador'],
  'the same player twice in a match; if two people have one name, give one of them another, such as “Marta Gil (jr)”': [
    'el mismo jugador dos veces en un partido; si dos personas se llaman igual, dale a una otro nombre, como “Marta Gil (hija)”',
    'o mesmo jogador duas vezes num encontro; se duas pessoas têm o mesmo nome, dê outro a uma delas, como “Marta Gil (filha)”',
  ],
  'a cell without exactly two players': [
    'una celda sin exactamente dos jugadores',
    'uma célula sem exatamente dois jogadores',
  ],
  'a date or time that cannot be read': [
    'una fecha u hora que no se puede leer',
    'uma data ou hora que não se consegue ler',
  ],
  'a date without a time: use --time 20:00': [
    'una fecha sin hora: usa --time 20:00',
    'uma data sem hora: use --time 20:00',
  ],
  'a score that cannot be read': ['un marcador que no se puede leer', 'um resultado que não se consegue ler'],
  'two scores that differ: correct one, or delete the columns that are not the score': [
    'dos marcadores que no coinciden: corrige uno, o borra las columnas que no son el marcador',
    'dois resultados que não coincidem: corrija um, ou apague as colunas que não são o resultado',
  ],
  '“{}” and “{}” differ': ['“{}” y “{}” no coinciden', '“{}” e “{}” não coincidem'],
  '{} has {} games, not {}': ['{} suma {} juegos, no {}', '{} soma {} jogos, não {}'],
  'the row has {} games, and no score': [
    'la fila tiene {} juegos y ningún marcador',
    'a linha tem {} jogos e nenhum resultado',
  ],
  'a score that a spreadsheet turned into a date: enter scores as text': [
    'un marcador que la hoja de cálculo convirtió en fecha: escribe los marcadores como texto',
    'um resultado que a folha de cálculo converteu em data: escreva os resultados como texto',
  ],
  'a winner that cannot be read': ['un ganador que no se puede leer', 'um vencedor que não se consegue ler'],
  'no winner: neither the row nor its score has one': [
    'sin ganador: no lo dicen ni la fila ni el marcador',
    'sem vencedor: nem a linha nem o resultado o dizem',
  ],
  'a match that was not played, or whose outcome cannot be read': [
    'un partido que no se jugó, o cuyo estado no se puede leer',
    'um encontro que não se realizou, ou cujo estado não se consegue ler',
  ],
  'a word for an outcome in a column that is not used: use the column as “outcome”, or delete the word': [
    'una palabra para el desenlace en una columna que no se usa: usa la columna como “outcome”, o borra la palabra',
    'uma palavra para o desfecho numa coluna que não se usa: use a coluna como “outcome”, ou apague a palavra',
  ],
  'no reference: use --refs-from-content': [
    'sin referencia: usa --refs-from-content',
    'sem referência: use --refs-from-content',
  ],
  'the same as an earlier row: if both were played, give each a reference': [
    'igual que una fila anterior: si se jugaron los dos partidos, da una referencia a cada uno',
    'igual a uma linha anterior: se os dois encontros se realizaram, dê uma referência a cada um',
  ],
  'a placeholder instead of a player: enter the name, or give the player with --players FILE': [
    'un comodín en lugar de un jugador: escribe el nombre, o indica el jugador con --players FILE',
    'um nome genérico em vez de um jogador: escreva o nome, ou indique o jogador com --players FILE',
  ],
  'a date in the future, or before 1970: correct it': [
    'una fecha futura o anterior a 1970: corrígela',
    'uma data futura ou anterior a 1970: corrija-a',
  ],
  '{} is in the future': ['{} está en el futuro', '{} está no futuro'],
  '{} is before 1970': ['{} es anterior a 1970', '{} é anterior a 1970'],
  'a duration that is not a number of minutes': [
    'una duración que no es un número de minutos',
    'uma duração que não é um número de minutos',
  ],
  'an impossible score: correct it; if it is right, add a column “scoring” that says what it counts, games or points': [
    'un marcador imposible: corrígelo; si es correcto, añade una columna “scoring” que diga qué cuenta: games o points',
    'um resultado impossível: corrija-o; se está certo, junte uma coluna “scoring” que diga o que conta: games ou points',
  ],
  'the score and the winner contradict each other: correct one of them, or add “ret.” if the match was stopped': [
    'el marcador y el ganador se contradicen: corrige uno de los dos, o añade “ret.” si el partido se interrumpió',
    'o resultado e o vencedor contradizem-se: corrija um dos dois, ou junte “ret.” se o encontro foi interrompido',
  ],
  'rows with warnings, which were not confirmed': [
    'filas con avisos, sin confirmar',
    'linhas com avisos, sem confirmar',
  ],
  'a walkover with a score: the score is ignored': [
    'un walkover con marcador: el marcador se ignora',
    'um walkover com resultado: o resultado é ignorado',
  ],
  'a time during a change of daylight saving time': [
    'una hora durante un cambio de hora',
    'uma hora durante uma mudança de hora',
  ],

  '{} was won by {} and {}, but the column {} says {}': [
    '{} lo ganaron {} y {}, pero la columna {} dice {}',
    '{} foi ganho por {} e {}, mas a coluna {} diz {}',
  ],
  '{} was won by {} and {}, who are in the column {}': [
    '{} lo ganaron {} y {}, que están en la columna {}',
    '{} foi ganho por {} e {}, que estão na coluna {}',
  ],
  'the row has none': ['la fila no tiene', 'a linha não tem'],
  'the player is missing': ['falta el jugador', 'falta o jogador'],
  '“{}” is not two players': ['“{}” no son dos jugadores', '“{}” não são dois jogadores'],
  '“{}” is not an outcome': ['“{}” no es un estado conocido', '“{}” não é um estado conhecido'],
  '“{}” is not a match that was played': ['“{}” no es un partido jugado', '“{}” não é um encontro realizado'],
  'one side has no games': ['falta el número de juegos de una pareja', 'falta o número de jogos de uma dupla'],
  '“{}” is not a scoreline such as “6-4 3-6 7-5”': [
    '“{}” no es un marcador como “6-4 3-6 7-5”',
    '“{}” não é um resultado como “6-4 3-6 7-5”',
  ],
  '[{}]: a match tie-break is the third set and goes to 10 or more': [
    '[{}]: un súper tie-break es el tercer set y llega a 10 o más',
    '[{}]: um super tie-break é o terceiro set e chega a 10 ou mais',
  ],
  '“{}” is not a valid date': ['“{}” no es una fecha válida', '“{}” não é uma data válida'],
  'day first': ['con el día primero', 'com o dia primeiro'],
  'month first': ['con el mes primero', 'com o mês primeiro'],
  'year first': ['con el año primero', 'com o ano primeiro'],
  '“{}” is not a date: {}, month # has # days': [
    '“{}” no es una fecha: {}, el mes # tiene # días',
    '“{}” não é uma data: {}, o mês # tem # dias',
  ],
  '“{}” is not a date: month # has # days': [
    '“{}” no es una fecha: el mes # tiene # días',
    '“{}” não é uma data: o mês # tem # dias',
  ],
  '“{}” is not a date, day first': [
    '“{}” no es una fecha con el día primero',
    '“{}” não é uma data com o dia primeiro',
  ],
  '“{}” is not a date, month first': [
    '“{}” no es una fecha con el mes primero',
    '“{}” não é uma data com o mês primeiro',
  ],
  '“{}” is not a date, year first': [
    '“{}” no es una fecha con el año primero',
    '“{}” não é uma data com o ano primeiro',
  ],
  '“{}” is not a date such as 25/04/2026 or 2026-04-25': [
    '“{}” no es una fecha como 25/04/2026 o 2026-04-25',
    '“{}” não é uma data como 25/04/2026 ou 2026-04-25',
  ],
  '“{}” is not a date': ['“{}” no es una fecha', '“{}” não é uma data'],
  'the row has no date; if the date above holds for it, fill it down': [
    'la fila no tiene fecha; si vale la de arriba, rellena la columna hacia abajo',
    'a linha não tem data; se vale a de cima, preencha a coluna para baixo',
  ],
  'the row has a date without a time': ['la fila tiene una fecha sin hora', 'a linha tem uma data sem hora'],
  'the row has two times, “{}” and “{}”': [
    'la fila tiene dos horas, “{}” y “{}”',
    'a linha tem duas horas, “{}” e “{}”',
  ],
  '“{}” is not a time such as 21:30, 21h30 or 9:30 pm': [
    '“{}” no es una hora como 21:30, 21h30 o 9:30 pm',
    '“{}” não é uma hora como 21:30, 21h30 ou 9:30 pm',
  ],
  '“{}” is not a number of minutes': ['“{}” no es un número de minutos', '“{}” não é um número de minutos'],
  '“{}” names players of both teams': [
    '“{}” nombra a jugadores de las dos parejas',
    '“{}” nomeia jogadores das duas duplas',
  ],
  '“{}” is neither a team (A, 1, Pair 1, Home) nor a name of one': [
    '“{}” no es una pareja (A, 1, Pareja 1, Local) ni el nombre de una',
    '“{}” não é uma dupla (A, 1, Dupla 1, Local) nem o nome de uma',
  ],
  '“{}” is the name of both teams': ['“{}” es el nombre de las dos parejas', '“{}” é o nome das duas duplas'],
  '“{}” may be a side or the name of a team': [
    '“{}” puede ser un lado o el nombre de una pareja',
    '“{}” pode ser um lado ou o nome de uma dupla',
  ],
  '“{}” is in the column “{}”: use that column as team_a_name or team_b_name': [
    '“{}” está en la columna “{}”: usa esa columna como team_a_name o team_b_name',
    '“{}” está na coluna “{}”: use essa coluna como team_a_name ou team_b_name',
  ],
  'the row does not say who won: enter A or B in this column; add it if it is missing': [
    'la fila no dice quién ganó: escribe A o B en esta columna; si falta, añádela',
    'a linha não diz quem ganhou: escreva A ou B nesta coluna; se faltar, junte-a',
  ],
  'the last set is level, so the match was broken off: add “ret.” and a winner, or correct the score': [
    'el último set está empatado, así que el partido se interrumpió: añade “ret.” y un ganador, o corrige el marcador',
    'o último set está empatado, por isso o encontro foi interrompido: junte “ret.” e um vencedor, ou corrija o resultado',
  ],
  'neither a winner nor a score': ['ni ganador ni marcador', 'nem vencedor nem resultado'],
  'the score is level, so the row needs its winner': [
    'el marcador está empatado, así que la fila necesita su ganador',
    'o resultado está empatado, por isso a linha precisa do vencedor',
  ],
  'the row has # cells where the header has #': [
    'la fila tiene # celdas y el encabezado #',
    'a linha tem # células e o cabeçalho #',
  ],
  '“{}” is the only filled cell of the row': [
    '“{}” es la única celda llena de la fila',
    '“{}” é a única célula preenchida da linha',
  ],
  'the row repeats {}: the same time, players and score': [
    'la fila repite la {}: la misma hora, los mismos jugadores y el mismo marcador',
    'a linha repete a {}: a mesma hora, os mesmos jogadores e o mesmo resultado',
  ],
  'a row too large for one request': ['una fila demasiado grande', 'uma linha demasiado grande'],
  'the row is too large for one request': ['la fila es demasiado grande', 'a linha é demasiado grande'],

  ...playerTranslations,
  ...warningTranslations,
  ...fileTranslations,
};
