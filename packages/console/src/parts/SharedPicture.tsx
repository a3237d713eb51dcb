import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { texts } from '../language.ts';
import { Fault } from './Fault.tsx';

const t = texts('console.parts.shared_picture');

const darkScheme = matchMedia('(prefers-color-scheme: dark)');

export function useTheme(): 'light' | 'dark' {
  return useSyncExternalStore(
    (onChange) => {
      darkScheme.addEventListener('change', onChange);
      return () => darkScheme.removeEventListener('change', onChange);
    },
    () => (darkScheme.matches ? 'dark' : 'light'),
  );
}

/** The address of a picture in memory. */
function useAddress(svg: string): string {
  const address = useMemo(() => URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' })), [svg]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return address;
}

interface PictureFrameProps {
  readonly svg: string;
  readonly label: string;
  readonly children?: ReactNode;
}

export function PictureFrame({ svg, label, children }: PictureFrameProps) {
  return (
    <figure className="picture">
      <img src={useAddress(svg)} alt={label} />
      {children}
    </figure>
  );
}

interface ShareButtonProps {
  readonly svg: string;
  readonly fileName: string;
  /** Whether it is the main action of the page. */
  readonly isMain?: boolean;
}

/** Opens the system's sheet with the picture as PNG, and saves it where there is none. */
export function ShareButton({ svg, fileName, isMain = false }: ShareButtonProps) {
  const [fault, setFault] = useState<unknown>(null);
  const address = useAddress(svg);
  const canShare = 'canShare' in navigator;
  async function share(): Promise<void> {
    setFault(null);
    await sharePng(address, `${fileName}.png`).catch((error: unknown) => {
      // The person dismissed the system's sheet.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setFault(error);
    });
  }
  return (
    <>
      <button type="button" {...(isMain && { className: 'main' })} onClick={() => void share()}>
        {canShare ? t('share') : t('save')}
      </button>
      {fault !== null && <Fault error={fault} />}
    </>
  );
}

/** A picture of the service, with a button to share it. */
export function SharedPicture({ svg, label, fileName }: PictureFrameProps & ShareButtonProps) {
  return (
    <PictureFrame svg={svg} label={label}>
      <ShareButton svg={svg} fileName={fileName} />
    </PictureFrame>
  );
}

const STORY_WIDTH = 1440;

/** Messengers take no SVG, so the picture is drawn as large as a story: small ones at three times their size. */
async function sharePng(address: string, name: string): Promise<void> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement('canvas');
  const scale = image.naturalWidth < STORY_WIDTH ? 3 : 1;
  canvas.width = image.naturalWidth * scale;
  canvas.height = image.naturalHeight * scale;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('the picture could not be drawn');
  const file = new File([blob], name, { type: 'image/png' });
  if ('canShare' in navigator && navigator.canShare({ files: [file] })) await navigator.share({ files: [file] });
  else saveFile(file, name);
}

/** Saves a file from memory. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
