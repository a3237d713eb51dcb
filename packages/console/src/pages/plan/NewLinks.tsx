import type { Api } from '@bandeja/client';
import { texts } from '../../language.ts';
import { LoopbackWarning, NewAddress } from '../../parts/NewAddress.tsx';

const t = texts({
  once: [
    'Shown only once: copy it, or scan the code with a phone. The page it opens can show the code again.',
    'Solo se muestra una vez: cópialo o escanea el código con un móvil. La página que se abre puede volver a mostrarlo.',
    'Só é mostrado uma vez: copie-o ou leia o código com um telemóvel. A página que abre pode voltar a mostrá-lo.',
  ],
  print: ['Print', 'Imprimir', 'Imprimir'],
  done: ['Done', 'Hecho', 'Concluído'],
});

interface NewLinksProps {
  readonly links: readonly Api.IssuedNightLink[];
  readonly describe: (link: Api.IssuedNightLink) => string;
  readonly onDone: () => void;
}

/** The codes and addresses of new links: the service does not show them again. */
export function NewLinks({ links, describe, onDone }: NewLinksProps) {
  const named = links.map((link) => ({ ...link, name: link.label ?? describe(link) }));
  return (
    <div className="new-links">
      <p className="quiet small">{t.once}</p>
      <LoopbackWarning urls={links.map(({ url }) => url)} />
      <ul>
        {named.map(({ id, url, name }) => (
          <li key={id}>
            <h3>{name}</h3>
            <NewAddress url={url} name={name} />
          </li>
        ))}
      </ul>
      <div className="actions">
        <button type="button" onClick={() => window.print()}>
          {t.print}
        </button>
        <button type="button" className="main" onClick={onDone}>
          {t.done}
        </button>
      </div>
    </div>
  );
}
