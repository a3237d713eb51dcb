/** Why a file cannot be read: English → Spanish, Portuguese, as in `translations.ts`. Faults of options are not here. */
export const fileTranslations = {
  '{} is empty.': ['{} está vacío.', '{} está vazio.'],
  '{} is empty: a header with the names of the columns is missing.': [
    '{} está vacío: falta un encabezado con los nombres de las columnas.',
    '{} está vazio: falta um cabeçalho com os nomes das colunas.',
  ],
  '{}: this is a picture or a PDF. Save the results as CSV or .xlsx.': [
    '{}: es una imagen o un PDF. Guarda los resultados como CSV o .xlsx.',
    '{}: é uma imagem ou um PDF. Guarde os resultados como CSV ou .xlsx.',
  ],
  '{}: this is a packed file. If it is a spreadsheet, name it .xlsx.': [
    '{}: es un archivo comprimido. Si es una hoja de cálculo, ponle la extensión .xlsx.',
    '{}: é um ficheiro comprimido. Se é uma folha de cálculo, dê-lhe a extensão .xlsx.',
  ],
  '{}: this is an old Excel file. Save it as .xlsx or CSV.': [
    '{}: es un archivo antiguo de Excel. Guárdalo como .xlsx o CSV.',
    '{}: é um ficheiro antigo do Excel. Guarde-o como .xlsx ou CSV.',
  ],
  '{}: this is not an .xlsx file, or it is damaged.': [
    '{}: no es un archivo .xlsx, o está dañado.',
    '{}: não é um ficheiro .xlsx, ou está danificado.',
  ],
  '{}: the bytes are damaged. Save it again as “CSV UTF-8”.': [
    '{}: hay bytes dañados. Guárdalo otra vez como “CSV UTF-8”.',
    '{}: há bytes danificados. Guarde-o outra vez como “CSV UTF-8”.',
  ],
  '{}: some bytes are damaged: this is neither UTF-8 nor Windows-1252. Save it as “CSV UTF-8”, or choose its encoding (--encoding, such as windows-1251).':
    [
      '{}: hay bytes dañados: no es UTF-8 ni Windows-1252. Guárdalo como “CSV UTF-8” o elige su codificación, por ejemplo windows-1251.',
      '{}: há bytes danificados: não é UTF-8 nem Windows-1252. Guarde-o como “CSV UTF-8” ou escolha a codificação, por exemplo windows-1251.',
    ],
  '{}, line #: “{}” is in no language. Save it as “CSV UTF-8”, or choose its encoding (--encoding, such as windows-1251).':
    [
      '{}, línea #: “{}” no es de ningún idioma. Guarda el archivo como “CSV UTF-8” o elige su codificación, por ejemplo windows-1251.',
      '{}, linha #: “{}” não é de nenhuma língua. Guarde o ficheiro como “CSV UTF-8” ou escolha a codificação, por exemplo windows-1251.',
    ],
  '{}, line #: “{}” is in no language. The program that wrote the file has read it wrong. Export it again.': [
    '{}, línea #: “{}” no es de ningún idioma. El programa que escribió el archivo lo leyó mal. Expórtalo otra vez.',
    '{}, linha #: “{}” não é de nenhuma língua. O programa que escreveu o ficheiro leu-o mal. Exporte-o outra vez.',
  ],
  '{}, row #: “{}” is in no language. The program that wrote the file has read it wrong. Export it again.': [
    '{}, fila #: “{}” no es de ningún idioma. El programa que escribió el archivo lo leyó mal. Expórtalo otra vez.',
    '{}, linha #: “{}” não é de nenhuma língua. O programa que escreveu o ficheiro leu-o mal. Exporte-o outra vez.',
  ],
  '{}: a quote (") is opened there or above and never closed. Correct the file.': [
    '{}: ahí o más arriba se abren unas comillas (") que no se cierran. Corrige el archivo.',
    '{}: aí ou mais acima abrem-se aspas (") que não se fecham. Corrija o ficheiro.',
  ],
  '{}: a quote (") inside a cell. Put the whole cell in quotes and double the ones inside.': [
    '{}: hay comillas (") dentro de una celda. Pon toda la celda entre comillas y duplica las de dentro.',
    '{}: há aspas (") dentro de uma célula. Ponha toda a célula entre aspas e duplique as de dentro.',
  ],
  '{}: this is not CSV ({}). Correct the file.': [
    '{}: no es CSV ({}). Corrige el archivo.',
    '{}: não é CSV ({}). Corrija o ficheiro.',
  ],
  '{} has more than # MiB, which is too large for JSON. Save it as CSV.': [
    '{} tiene más de # MiB, demasiado para JSON. Guárdalo como CSV.',
    '{} tem mais de # MiB, demasiado para JSON. Guarde-o como CSV.',
  ],
  '{} is neither a JSON list nor a JSON object.': [
    '{} no es ni una lista ni un objeto JSON.',
    '{} não é nem uma lista nem um objeto JSON.',
  ],
  '{}: the file breaks off. Correct the file.': [
    '{}: el archivo está cortado. Corrige el archivo.',
    '{}: o ficheiro está cortado. Corrija o ficheiro.',
  ],
  '{}: this is not JSON. Correct the file.': [
    '{}: no es JSON. Corrige el archivo.',
    '{}: não é JSON. Corrija o ficheiro.',
  ],
  '{}: the file has {}. {}': ['{}: el archivo tiene {}. {}', '{}: o ficheiro tem {}. {}'],
  'more than # rows': ['más de # filas', 'mais de # linhas'],
  'more than # columns': ['más de # columnas', 'mais de # colunas'],
  'more than # cells, counting the empty ones between its first and last cell': [
    'más de # celdas, contando las vacías entre la primera y la última',
    'mais de # células, contando as vazias entre a primeira e a última',
  ],
  'more than # MiB when it is unpacked': [
    'más de # MiB una vez descomprimido',
    'mais de # MiB depois de descomprimido',
  ],
  'Split it into several files.': ['Divídelo en varios archivos.', 'Divida-o em vários ficheiros.'],
  'Delete the cells far beyond the results, or copy the results to a new file.': [
    'Borra las celdas que estén lejos de los resultados, o copia los resultados a un archivo nuevo.',
    'Apague as células que estejam longe dos resultados, ou copie os resultados para um ficheiro novo.',
  ],
  'Save the sheet with the results as CSV.': [
    'Guarda la hoja con los resultados como CSV.',
    'Guarde a folha com os resultados como CSV.',
  ],
  '{}, line #': ['{}, línea #', '{}, linha #'],
  '{} (#)': ['{} (#)', '{} (#)'],
  '{}: it has no column “username” or “name”. Found: {}.': [
    '{}: falta la columna “username” (usuario) o “name” (nombre). Tiene: {}.',
    '{}: falta a coluna “username” (utilizador) ou “name” (nome). Tem: {}.',
  ],
  '“{}” has 0 and 1, and 0 may be team A or team B. Write A and B instead.': [
    '“{}” tiene 0 y 1, y el 0 puede ser la pareja A o la B. Escribe A y B en su lugar.',
    '“{}” tem 0 e 1, e o 0 pode ser a dupla A ou a B. Escreva A e B em vez disso.',
  ],
  'The column {} appears twice.': ['La columna {} está dos veces.', 'A coluna {} está duas vezes.'],
} as const satisfies Readonly<Record<string, readonly [es: string, pt: string]>>;
