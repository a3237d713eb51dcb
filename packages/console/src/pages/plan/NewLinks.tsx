import type { Api } from '@bandeja/client';
import { texts } from '../../language.ts';
import { NewAddresses } from '../../parts/NewAddress.tsx';

const t = texts({
  once: [
    'Shown only once: copy it, or scan the code with a phone. The page it opens can show the code again.',
    'Solo se muestra una vez: cópialo o escanea el código con un móvil. La página que se abre puede volver a mostrarlo.',
    'Só é mostrado uma vez: copie-o ou leia o código com um telemóvel. A página que abre pode voltar a mostrá-lo.',
  ],
  print: ['Print', 'Imprimir', 'Imprimir'],
});

interface NewLinksProps {
  readonly links: readonly Api.IssuedNightLink[];
  readonly describe: (link: Api.IssuedNightLink) => string;
  readonly onDone: () => void;
}

/** The codes and addresses of new links: the service does not show them again. */
export function NewLinks({ links, describe, onDone }: NewLinksProps) {
  return (
    <NewAddresses
      note={t.once}
      addresses={links.map((link) => ({ name: link.label ?? describe(link), url: link.url }))}
      onDone={onDone}
    >
      <button type="button" onClick={() => window.print()}>
        {t.print}
      </button>
    </NewAddresses>
  );
}
