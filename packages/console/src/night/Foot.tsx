import { texts } from '../language.ts';
import { LanguageSelect } from '../parts/LanguageSelect.tsx';
import type { OpenLink } from './link.ts';
import { Insecure } from './Notices.tsx';

const t = texts({ tv: ['Show on a screen', 'Mostrar en una pantalla', 'Mostrar num ecrã'] });

export function Foot({ link }: { readonly link: OpenLink }) {
  return (
    <footer className="foot">
      <Insecure />
      <LanguageSelect />
      <a href={link.tvUrl}>{t.tv}</a>
    </footer>
  );
}
