import type { ApiResponse } from '@bandeja/client';
import { useMutation } from '@tanstack/react-query';
import { bandeja } from '../api.ts';
import { texts } from '../language.ts';
import { Fault } from './Fault.tsx';
import { saveFile } from './SharedPicture.tsx';

const t = texts('console.parts.download_csv');

interface DownloadCsvProps {
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly fileName: string;
}

/** A button that saves a list with all its pages, for spreadsheets. */
export function DownloadCsv({ path, query = {}, fileName }: DownloadCsvProps) {
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => {
      const text = await allPages(path, query);
      saveFile(new Blob([text], { type: 'text/csv' }), `${fileName}.csv`);
    },
  });
  return (
    <>
      <button type="button" disabled={isPending} onClick={() => mutate()}>
        {t('download')}
      </button>
      {error !== null && <Fault error={error} />}
    </>
  );
}

async function allPages(path: string, query: Readonly<Record<string, string | undefined>>): Promise<string> {
  const filters = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  const pages: string[] = [];
  let next: string | undefined = `${path}?${new URLSearchParams([['limit', '100'], ...filters])}`;
  while (next !== undefined) {
    const response: ApiResponse<unknown> = await bandeja().request('GET', next, { accept: 'text/csv' }).withResponse();
    const page = String(response.data);
    pages.push(pages.length === 0 ? page : page.slice(page.indexOf('\n') + 1));
    next = /<(.+)>/.exec(response.headers.get('link') ?? '')?.[1];
  }
  // The browser removes the byte order mark of a response.
  return `\uFEFF${pages.join('')}`;
}
