import { Fragment } from 'react';

/** A name of the API, which may wrap after its dots. */
export function Code({ children }: { readonly children: string }) {
  return (
    <code>
      {children.split(/(?<=\.)/).map((part) => (
        <Fragment key={part}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </code>
  );
}
