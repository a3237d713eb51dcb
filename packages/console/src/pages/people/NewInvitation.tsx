import type { Api } from '@bandeja/client';
import { fill, texts } from '../../language.ts';
import { formatMoment } from '../../numbers.ts';
import { NewAddresses } from '../../parts/NewAddress.tsx';

const t = texts({
  name: ['Invitation for {name}', 'Invitación para {name}', 'Convite para {name}'],
  once: [
    'Send the address to {name}, or let {name} scan the code. It works once, until {when}, and is shown only now.',
    'Envía la dirección a {name}, o deja que escanee el código. Sirve una vez, hasta el {when}, y solo se muestra ahora.',
    'Envie o endereço a {name}, ou deixe que leia o código. Serve uma vez, até {when}, e só é mostrado agora.',
  ],
});

interface NewInvitationProps {
  readonly invitation: Api.IssuedInvitation;
  readonly name: string;
  readonly onDone: () => void;
}

/** The address of an invitation, which the service does not show again. */
export function NewInvitation({ invitation: { url, expires_at: until }, name, onDone }: NewInvitationProps) {
  return (
    <NewAddresses
      note={fill(t.once, { name, when: formatMoment(until) })}
      addresses={[{ name: fill(t.name, { name }), url }]}
      onDone={onDone}
    />
  );
}
