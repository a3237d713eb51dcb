import type { Translations } from '@bandeja/importer/translations';

/** The texts of the summary: English → Spanish, Portuguese. */
export const summaryTranslations: Translations = {
  '1 row': ['1 fila', '1 linha'],
  '# rows': ['# filas', '# linhas'],
  'lines {}': ['líneas {}', 'linhas {}'],
  'rows {}': ['filas {}', 'linhas {}'],
  'matches {}': ['partidos {}', 'encontros {}'],
  'Checked, nothing stored': ['Comprobado, nada guardado', 'Verificado, nada guardado'],
  Imported: ['Importado', 'Importado'],
  'Imported in part': ['Importado en parte', 'Importado em parte'],
  'rows read': ['filas leídas', 'linhas lidas'],
  created: ['creados', 'criados'],
  'would be created': ['se crearían', 'seriam criados'],
  duplicates: ['ya guardados', 'já guardados'],
  conflicts: ['en conflicto', 'em conflito'],
  rejected: ['rechazadas', 'rejeitadas'],
  'players registered': ['jugadores registrados', 'jogadores registados'],
  'players would be registered': ['jugadores por registrar', 'jogadores por registar'],
  time: ['tiempo', 'tempo'],
  '{} s, {} rows/s': ['{} s, {} filas/s', '{} s, {} linhas/s'],
  'Rejected, {} (a row with several faults is in several groups; --report FILE lists them all):': [
    'Rechazadas, {} (una fila con varios fallos está en varios grupos; --report FILE las enumera todas):',
    'Rejeitadas, {} (uma linha com várias falhas está em vários grupos; --report FILE enumera-as todas):',
  ],
  'Rejected, {} (a row with several faults is in several groups):': [
    'Rechazadas, {} (una fila con varios fallos está en varios grupos):',
    'Rejeitadas, {} (uma linha com várias falhas está em vários grupos):',
  ],
  'Rejected, {} (--report FILE lists them all):': [
    'Rechazadas, {} (--report FILE las enumera todas):',
    'Rejeitadas, {} (--report FILE enumera-as todas):',
  ],
  'Rejected, {}:': ['Rechazadas, {}:', 'Rejeitadas, {}:'],
  'the time': ['la hora', 'a hora'],
  'the players': ['los jugadores', 'os jogadores'],
  'the winner': ['el ganador', 'o vencedor'],
  'the score': ['el marcador', 'o resultado'],
  'the outcome': ['el desenlace', 'o desfecho'],
  'the session': ['la sesión', 'a sessão'],
  'the venue': ['la sede', 'o local'],
  'the kind of competition': ['el tipo de competición', 'o tipo de competição'],
  'the minutes': ['los minutos', 'os minutos'],
  'the scoring': ['qué cuenta el marcador', 'o que o resultado conta'],
  'the trust tier': ['el nivel de confianza', 'o nível de confiança'],
  'the sides of the court': ['los lados de la pista', 'os lados do campo'],
  'who served first': ['quién sacó primero', 'quem serviu primeiro'],
  'the winners of the games': ['los ganadores de los juegos', 'os vencedores dos jogos'],
  'which team is A': ['qué pareja es A', 'que dupla é A'],
  'the stored match differs': ['el partido guardado no coincide', 'o encontro guardado não coincide'],
  differs: ['no coincide', 'não coincide'],
  differ: ['no coinciden', 'não coincidem'],
  and: ['y', 'e'],
  match: ['partido', 'encontro'],
  nothing: ['nada', 'nada'],
  'is stored': ['en lo guardado', 'no que está guardado'],
  here: ['aquí', 'aqui'],
  'Conflicts, not stored:': ['En conflicto, no guardadas:', 'Em conflito, não guardadas:'],
  'Warnings, {} (--report FILE lists them all):': [
    'Avisos, {} (--report FILE los enumera todos):',
    'Avisos, {} (--report FILE enumera-os todos):',
  ],
  'Warnings, {}:': ['Avisos, {}:', 'Avisos, {}:'],
  '1 row may not be meant:': ['1 fila con una duda:', '1 linha com uma dúvida:'],
  '# rows may not be meant:': ['# filas con dudas:', '# linhas com dúvidas:'],
  'Read with an assumption, not rejected:': [
    'Leídas con una suposición, no rechazadas:',
    'Lidas com uma suposição, não rejeitadas:',
  ],
  'Voided, not stored:': ['Anuladas, no guardadas:', 'Anuladas, não guardadas:'],
  voided: ['anuladas', 'anuladas'],
  'the match with the reference is voided': [
    'el partido con la referencia está anulado',
    'o encontro com a referência está anulado',
  ],
  'the match with the reference is voided, and has other content': [
    'el partido con la referencia está anulado, y tiene otro contenido',
    'o encontro com a referência está anulado, e tem outro conteúdo',
  ],
  '1 row belongs to a voided match. A void is final. To store the file’s rows as new matches, add --replace-voided.': [
    '1 fila es de un partido anulado. Una anulación es definitiva. Para guardar las filas como partidos nuevos, añade --replace-voided.',
    '1 linha é de um encontro anulado. Uma anulação é definitiva. Para guardar as linhas como encontros novos, junte --replace-voided.',
  ],
  '# rows belong to voided matches. A void is final. To store the file’s rows as new matches, add --replace-voided.': [
    '# filas son de partidos anulados. Una anulación es definitiva. Para guardar las filas como partidos nuevos, añade --replace-voided.',
    '# linhas são de encontros anulados. Uma anulação é definitiva. Para guardar as linhas como encontros novos, junte --replace-voided.',
  ],
  '1 row has a stored match at another time of the day. {}': [
    '1 fila tiene un partido guardado a otra hora del día. {}',
    '1 linha tem um encontro guardado a outra hora do dia. {}',
  ],
  '# rows have stored matches at another time of the day. {}': [
    '# filas tienen partidos guardados a otra hora del día. {}',
    '# linhas têm encontros guardados a outra hora do dia. {}',
  ],
  'Check --timezone, --time and --dates first. A prefix would store these matches a second time.': [
    'Comprueba primero --timezone, --time y --dates. Un prefijo guardaría estos partidos por segunda vez.',
    'Verifique primeiro --timezone, --time e --dates. Um prefixo guardaria estes encontros pela segunda vez.',
  ],
  '1 row is a stored match with other details. {}': [
    '1 fila es un partido guardado con otros datos. {}',
    '1 linha é um encontro guardado com outros dados. {}',
  ],
  '# rows are stored matches with other details. {}': [
    '# filas son partidos guardados con otros datos. {}',
    '# linhas são encontros guardados com outros dados. {}',
  ],
  'An import does not change stored matches. If the file is right, run:': [
    'Una importación no cambia partidos guardados. Si el archivo es correcto, ejecuta:',
    'Uma importação não altera encontros guardados. Se o ficheiro está certo, execute:',
  ],
  'An import does not change stored matches.': [
    'Una importación no cambia partidos guardados.',
    'Uma importação não altera encontros guardados.',
  ],
  'No match can be amended to players who do not exist, or are private and not shared with you: {}.': [
    'Ningún partido se puede corregir a jugadores que no existen, o son privados y no se comparten contigo: {}.',
    'Nenhum encontro pode ser corrigido para jogadores que não existem, ou são privados e não partilhados consigo: {}.',
  ],
  'The references of this file belong to other matches, as if the club numbers its matches from 1 each month. Nothing of the file is stored: give it its own references with --ref-prefix 2026-05-, or --refs-from-content.':
    [
      'Las referencias de este archivo son de otros partidos, como si el club numerara sus partidos desde 1 cada mes. Nada del archivo está guardado: dale sus propias referencias con --ref-prefix 2026-05-, o --refs-from-content.',
      'As referências deste ficheiro são de outros encontros, como se o clube numerasse os seus encontros desde 1 em cada mês. Nada do ficheiro está guardado: dê-lhe as suas próprias referências com --ref-prefix 2026-05-, ou --refs-from-content.',
    ],
  'Two matches have the same reference. Other rows of the file are stored under their references, and a prefix would store them a second time: change the references of the rows in conflict in the file.':
    [
      'Dos partidos tienen la misma referencia. Otras filas del archivo están guardadas con sus referencias, y un prefijo las guardaría por segunda vez: cambia en el archivo las referencias de las filas en conflicto.',
      'Dois encontros têm a mesma referência. Outras linhas do ficheiro estão guardadas com as suas referências, e um prefixo guardá-las-ia pela segunda vez: mude no ficheiro as referências das linhas em conflito.',
    ],
  'Requests were sent again. If the response to the first one was lost, its matches count as duplicates.': [
    'Se repitieron peticiones. Si se perdió la respuesta a la primera, sus partidos cuentan como ya guardados.',
    'Repetiram-se pedidos. Se a resposta ao primeiro se perdeu, os seus encontros contam como já guardados.',
  ],
  'The recap: {}': ['El resumen de la noche: {}', 'O resumo da noite: {}'],
  'Run the same command again to continue. Matches that are already stored count as duplicates.': [
    'Repite el mismo comando para continuar. Los partidos ya guardados no se duplican.',
    'Repita o mesmo comando para continuar. Os encontros já guardados não são duplicados.',
  ],
  '1 row was not checked for unfinished sets, unusual scores and matches entered twice: their players are not registered yet. The import checks them, and --strict rejects what it finds.':
    [
      'En 1 fila no se buscaron sets sin terminar, marcadores poco habituales ni partidos repetidos: sus jugadores aún no están registrados. La importación los busca, y --strict rechaza lo que encuentra.',
      'Em 1 linha não se procuraram sets por acabar, resultados pouco habituais nem encontros repetidos: os seus jogadores ainda não estão registados. A importação procura-os, e --strict rejeita o que encontra.',
    ],
  '# rows were not checked for unfinished sets, unusual scores and matches entered twice: their players are not registered yet. The import checks them, and --strict rejects what it finds.':
    [
      'En # filas no se buscaron sets sin terminar, marcadores poco habituales ni partidos repetidos: sus jugadores aún no están registrados. La importación los busca, y --strict rechaza lo que encuentra.',
      'Em # linhas não se procuraram sets por acabar, resultados pouco habituais nem encontros repetidos: os seus jogadores ainda não estão registados. A importação procura-os, e --strict rejeita o que encontra.',
    ],
  'Some players do not exist, or are private and not shared with you. --register creates missing players.': [
    'Algunos jugadores no existen, o son privados y no se comparten contigo. --register crea los que faltan.',
    'Alguns jogadores não existem, ou são privados e não partilhados consigo. --register cria os que faltam.',
  ],
};
