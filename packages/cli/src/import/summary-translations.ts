import type { Translations } from '@bandeja/importer/translations';

/** The texts of the summary: English → Spanish, Portuguese. */
export const summaryTranslations: Translations = {
  '1 row': ['1 fila', '1 linha'],
  '# rows': ['# filas', '# linhas'],
  'lines {}': ['líneas {}', 'linhas {}'],
  'rows {}': ['filas {}', 'linhas {}'],
  'matches {}': ['partidos {}', 'jogos {}'],
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
  'The recap: {}': ['El resumen de la noche: {}', 'O resumo da noite: {}'],
  'Run the same command again to continue. Matches that are already stored count as duplicates.': [
    'Repite el mismo comando para continuar. Los partidos ya guardados no se duplican.',
    'Repete o mesmo comando para continuar. Os jogos já guardados não são duplicados.',
  ],
  '1 row was not checked for unfinished sets, unusual scores and matches entered twice: their players are not registered yet. The import checks them, and --strict rejects what it finds.':
    [
      'En 1 fila no se buscaron sets sin terminar, marcadores poco habituales ni partidos repetidos: sus jugadores aún no están registrados. La importación los busca, y --strict rechaza lo que encuentra.',
      'Em 1 linha não se procuraram sets por acabar, resultados pouco habituais nem jogos repetidos: os seus jogadores ainda não estão registados. A importação procura-os, e --strict rejeita o que encontra.',
    ],
  '# rows were not checked for unfinished sets, unusual scores and matches entered twice: their players are not registered yet. The import checks them, and --strict rejects what it finds.':
    [
      'En # filas no se buscaron sets sin terminar, marcadores poco habituales ni partidos repetidos: sus jugadores aún no están registrados. La importación los busca, y --strict rechaza lo que encuentra.',
      'Em # linhas não se procuraram sets por acabar, resultados pouco habituais nem jogos repetidos: os seus jogadores ainda não estão registados. A importação procura-os, e --strict rejeita o que encontra.',
    ],
  'Some players do not exist, or are private and not shared with you. --register creates missing players.': [
    'Algunos jugadores no existen, o son privados y no se comparten contigo. --register crea los que faltan.',
    'Alguns jogadores não existem, ou são privados e não partilhados contigo. --register cria os que faltam.',
  ],
};
