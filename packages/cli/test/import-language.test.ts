/** The summary and the reasons of rejected rows in the language of `--lang`. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { beyond } from '@bandeja/importer/bounds';
import { faultGroups } from '@bandeja/importer/faults';
import { remarkGroups } from '@bandeja/importer/remarks';
import { translator } from '@bandeja/importer/translate';
import { translations } from '@bandeja/importer/translations';
import { useTestService } from '@bandeja/service/test/support/service';
import { summaryTranslations } from '../src/import/summary-translations.ts';
import { FakeService } from './fake-service.ts';
import { aFile, runInside } from './run-cli.ts';

const real = useTestService({ listen: true });

const FILE = [
  'Fecha;Hora;Local 1;Local 2;Visitante 1;Visitante 2;Marcador;Ganadores',
  '05/05/2026;19:30;Begoña Sanz;Íñigo Peña;Olga Rey;Luis Paz;6-4 6-3;visitante',
  '31/11/2026;19:30;Begoña Sanz;Íñigo Peña;Olga Rey;Luis Paz;6-4 6-3;',
  '07/05/2026;19:30;Begoña Sanz;Íñigo Peña;Olga Rey;;6-4 6-x;',
  '10/05/2026;19:30;Begoña Sanz;Íñigo Peña;Olga Rey;Luis Paz;6-4 6-3;Begoña',
];

describe('bandeja import --lang', () => {
  for (const [language, expected] of [
    [
      'es',
      [
        'Rechazadas, 3 filas (una fila con varios fallos está en varios grupos; --report FILE las enumera todas):\n',
        '  1 fila: una fecha u hora que no se puede leer (línea 3)\n    línea 3: Fecha: “31/11/2026” no es una fecha: con el día primero, el mes 11 tiene 30 días\n',
        'línea 2: 6-4 6-3 lo ganaron Begoña Sanz y Íñigo Peña, pero la columna Ganadores dice visitante\n',
        'línea 4: Visitante 2: falta el jugador\n',
        'línea 4: Marcador: “6-4 6-x” no es un marcador como “6-4 3-6 7-5”\n',
      ],
    ],
    ['pt-BR', ['Rejeitadas, 3 linhas', 'linha 2: 6-4 6-3 foi ganho por Begoña Sanz e Íñigo Peña, mas a coluna']],
    ['en', ['Rejected, 3 rows', 'line 2: 6-4 6-3 was won by Begoña Sanz and Íñigo Peña, but the column']],
  ] as const) {
    it(`${language}: the summary and the reasons are in this language`, async (t) => {
      const club = await FakeService.start(t, real());
      const file = await aFile(t, 'mayo.csv', FILE.join('\n'));
      const options = ['--timezone', 'Europe/Madrid', '--dates', 'dmy', '--names', '--register', '--lang', language];
      const run = await runInside(['import', file, ...options], { url: club.url });
      for (const text of expected) assert.ok(run.stderr.includes(text), `${text}\n${run.stderr}`);
      if (language === 'es') assert.match(run.stdout, /^Importado: .*\n {2}filas leídas +4\n {2}creados +1\n/);
    });
  }

  it('conflicts, warnings and what to do about them are in this language', async (t) => {
    const club = await FakeService.start(t, real());
    const rows = (score: string): string =>
      [
        'external_ref,played_at,a1,a2,b1,b2,set_scores',
        `m1,2026-05-01T19:10:00Z,ana,bea,cam,dan,${score}`,
        'm2,2026-05-01T19:20:00Z,ana,bea,cam,dan,6-4 6-5',
      ].join('\n');
    const first = await aFile(t, 'may.csv', rows('6-4 6-3'));
    const warned = await runInside(['import', first, '--register', '--lang', 'es'], { url: club.url });
    assert.match(
      warned.stderr,
      /Avisos, 2 filas .*\n(.*\n)* {4}línea 2: m1: línea 3: Los mismos cuatro jugadores tienen /,
    );
    assert.match(warned.stderr, /tienen el partido “m2” 10 minutos después\.\n/);
    const second = await aFile(t, 'june.csv', rows('4-6 3-6'));
    const conflict = await runInside(['import', second, '--lang', 'pt'], { url: club.url });
    assert.match(
      conflict.stderr,
      /Em conflito, não guardadas:\n {2}1 linha: o vencedor e o resultado não coincidem \(linhas? 2\)\n {4}linha 2: m1; encontro [\w-]{36}; o vencedor “A” no que está guardado, “B” aqui; o resultado/,
    );
    assert.match(
      conflict.stderr,
      /\n1 linha é um encontro guardado com outros dados\. Uma importação não altera encontros guardados\. Se o ficheiro está certo, execute:\n {2}bandeja matches amend /,
    );
  });

  it('every reason is in the table, and each translation has the values of the English text', () => {
    for (const language of ['es', 'pt'] as const) {
      const translate = translator(language);
      for (const text of Object.values(remarkGroups)) assert.notEqual(translate(text), text, text);
      for (const [group, text] of Object.entries(faultGroups)) {
        // Only lists of matches have it.
        if (group !== 'item') assert.notEqual(translate(text), text, text);
      }
    }
    const valuesOf = (text: string): readonly string[] => text.match(/\{\}|#/g) ?? [];
    for (const [english, targets] of Object.entries({ ...translations, ...summaryTranslations })) {
      for (const target of targets) assert.deepEqual(valuesOf(target), valuesOf(english), english);
    }
  });

  it('the reasons why a file cannot be read are translated with their values', () => {
    const translate = translator('es');
    assert.equal(
      translate(beyond('columns', 'mayo.csv, line 3', 16_384).message),
      'mayo.csv, línea 3: el archivo tiene más de 1,024 columnas (16,384). Borra las celdas que estén lejos de los ' +
        'resultados, o copia los resultados a un archivo nuevo.',
    );
    assert.equal(
      translate('foto.csv: this is a picture or a PDF. Save the results as CSV or .xlsx.'),
      'foto.csv: es una imagen o un PDF. Guarda los resultados como CSV o .xlsx.',
    );
  });

  it('a text that the table does not have stays English', () => {
    assert.equal(translator('es')('Something new'), 'Something new');
  });
});
