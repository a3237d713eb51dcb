/** The console on the demo in a browser whose texts look the same on every machine, for the commands that take its pictures. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Credentials, signIn } from '@bandeja/console/test/opening';
import { startService } from '@bandeja/service/service';
import { launchBrowser } from '@bandeja/service/test/support/browser';
import { UNPACKED } from '@bandeja/service/test/support/packed-browser';
import { pino } from 'pino';
import type { Browser } from 'playwright-core';

/** Symbols that Open Sans lacks come from the fonts of the system. */
const fontsConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(UNPACKED, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  ${['system-ui', 'sans-serif'].map((family) => `<alias binding="same"><family>${family}</family><prefer><family>Open Sans</family></prefer></alias>`).join('\n  ')}
</fontconfig>
`;

export interface DemoScreens {
  readonly credentials: Credentials;
  readonly browser: Browser;
}

/** Starts the service with the demo, and a browser, until `use` ends. */
export async function withDemoScreens(use: (screens: DemoScreens) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bandeja-screens-'));
  const service = await startService(
    {
      port: 0,
      host: '127.0.0.1',
      adminPort: null,
      adminHost: '127.0.0.1',
      drainSeconds: 0,
      dataDirectory: folder,
      databaseUrl: null,
      operatorToken: null,
      logLevel: null,
      publicUrl: null,
      securityContact: null,
      rateLimits: null,
      webhookAllowPrivate: true,
      demo: true,
      tracing: null,
      retention: { eventsDays: 30, deliveriesDays: 30 },
      startedByNpm: false,
    },
    { log: { level: 'silent', stream: pino.destination({ dest: '/dev/null', sync: false }) } },
  );
  try {
    const { url, demo, operatorTokenFile } = service;
    if (demo === null || operatorTokenFile === null) throw new Error('the demo was not created');
    const fonts = join(folder, 'fonts.conf');
    writeFileSync(fonts, fontsConfiguration);
    process.env['FONTCONFIG_FILE'] = fonts;
    const browser = await launchBrowser(['--no-sandbox', '--font-render-hinting=none']);
    try {
      const operatorToken = readFileSync(operatorTokenFile, 'utf8').trim();
      const program = { url, key: demo.key, operatorToken };
      await use({ credentials: { ...program, cookie: await signIn(program, 'manager') }, browser });
    } finally {
      await browser.close();
    }
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
