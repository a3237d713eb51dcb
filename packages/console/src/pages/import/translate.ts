import { translator } from '@bandeja/importer/translate';
import { language } from '../../language.ts';

/** Sentences of the reader in the language of the console, and why a whole file cannot be imported. */
export const translate = translator(language, {
  '{} is empty.': ['{} está vacío.', '{} está vazio.'],
  '{} is empty: a header with the names of the columns is missing.': [
    '{} está vacío: falta un encabezado con los nombres de las columnas.',
    '{} está vazio: falta um cabeçalho com os nomes das colunas.',
  ],
  '{}: this is a picture or a PDF. Save the results as CSV or .xlsx.': [
    '{}: es una imagen o un PDF. Guarda los resultados como CSV o .xlsx.',
    '{}: é uma imagem ou um PDF. Guarde os resultados como CSV ou .xlsx.',
  ],
  '{}: this is an old Excel file. Save it as .xlsx or CSV.': [
    '{}: es un archivo de un Excel antiguo. Guárdalo como .xlsx o CSV.',
    '{}: é um ficheiro de um Excel antigo. Guarde-o como .xlsx ou CSV.',
  ],
  '{}: this is not an .xlsx file, or it is damaged.': [
    '{}: no es un archivo .xlsx o está dañado.',
    '{}: não é um ficheiro .xlsx ou está danificado.',
  ],
  '{}: this is a packed file. If it is a spreadsheet, name it .xlsx.': [
    '{}: es un archivo comprimido. Si es una hoja de cálculo, dale la extensión .xlsx.',
    '{}: é um ficheiro comprimido. Se for uma folha de cálculo, dê-lhe a extensão .xlsx.',
  ],
  '{}: the bytes are damaged. Save it again as “CSV UTF-8”.': [
    '{}: los datos están dañados. Guárdalo otra vez como «CSV UTF-8».',
    '{}: os dados estão danificados. Guarde-o outra vez como «CSV UTF-8».',
  ],
  '{}: some bytes are damaged: this is neither UTF-8 nor Windows-1252. Save it as “CSV UTF-8”.': [
    '{}: algunos datos están dañados: no es UTF-8 ni Windows-1252. Guárdalo como «CSV UTF-8».',
    '{}: alguns dados estão danificados: não é UTF-8 nem Windows-1252. Guarde-o como «CSV UTF-8».',
  ],
  '{}: a quote (") is opened there or above and never closed. Correct the file.': [
    '{}: unas comillas (") se abren ahí o antes y no se cierran. Corrige el archivo.',
    '{}: umas aspas (") abrem aí ou antes e não fecham. Corrija o ficheiro.',
  ],
  '{} is neither a JSON list nor a JSON object.': [
    '{} no es ni una lista ni un objeto JSON.',
    '{} não é nem uma lista nem um objeto JSON.',
  ],
  'The column {} appears twice.': ['La columna {} está dos veces.', 'A coluna {} está duas vezes.'],
});
