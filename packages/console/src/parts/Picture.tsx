import { useQuery } from '@tanstack/react-query';
import { Loaded } from './Loaded.tsx';
import { SharedPicture, useTheme } from './SharedPicture.tsx';

interface PictureProps {
  readonly label: string;
  readonly fileName: string;
  readonly queryKey: readonly unknown[];
  readonly read: (theme: 'light' | 'dark', signal: AbortSignal) => Promise<string>;
}

/** A picture of the service, with a button to share it. */
export function Picture({ label, fileName, queryKey, read }: PictureProps) {
  const theme = useTheme();
  const picture = useQuery({ queryKey: [...queryKey, theme], queryFn: ({ signal }) => read(theme, signal) });
  return (
    <Loaded query={picture} rows={6}>
      {(svg) => <SharedPicture svg={svg} label={label} fileName={fileName} />}
    </Loaded>
  );
}
