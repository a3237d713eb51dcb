/** Passkeys of this browser. The library is loaded when one is used. */
import { type Api, BandejaError } from '@bandeja/client';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { deviceName, tellOtherTabs } from '../../me.ts';
import { Refusal } from '../../problems.ts';

const t = texts({
  none: [
    'No passkey was used. Try again.',
    'No se ha usado ninguna llave de acceso. Inténtalo de nuevo.',
    'Nenhuma chave de acesso foi usada. Tente de novo.',
  ],
  known: [
    'This device already has a passkey for this page.',
    'Este dispositivo ya tiene una llave de acceso para esta página.',
    'Este dispositivo já tem uma chave de acesso para esta página.',
  ],
  unknown: [
    'This passkey does not work here: it was removed, or took too long. Try again, or ask a manager to invite you again.',
    'Esta llave de acceso no sirve aquí: se quitó, o tardó demasiado. Inténtalo de nuevo, o pide a un gestor que te invite.',
    'Esta chave de acesso não serve aqui: foi removida, ou demorou demasiado. Tente de novo, ou peça a um gestor que o convide.',
  ],
});

export async function addPasskey(name: string | null): Promise<void> {
  const optionsJSON = (await bandeja().passkeys.options()) as PublicKeyCredentialCreationOptionsJSON;
  const { startRegistration } = await import('@simplewebauthn/browser');
  const credential = await answerOf(startRegistration({ optionsJSON }));
  await bandeja().passkeys.add({ name, credential: { ...credential } });
}

export async function signInWithPasskey(): Promise<Api.OwnSignIn> {
  const optionsJSON = await bandeja().passkeys.signInOptions();
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const credential = await answerOf(startAuthentication({ optionsJSON }));
  try {
    const me = await bandeja().passkeys.signIn({ device: deviceName(), credential: { ...credential } });
    tellOtherTabs();
    return me;
  } catch (error) {
    throw error instanceof BandejaError && error.status === 401 ? new Refusal(t.unknown) : error;
  }
}

async function answerOf<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    const { name } = error as Error;
    throw name === 'InvalidStateError'
      ? new Refusal(t.known)
      : name === 'NotAllowedError' || name === 'AbortError'
        ? new Refusal(t.none)
        : error;
  }
}
