/** Passkeys of this browser. The library is loaded when one is used. */
import { type Api, BandejaError } from '@bandeja/client';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { bandeja } from '../../api.ts';
import { texts } from '../../language.ts';
import { deviceName, tellOtherTabs } from '../../me.ts';
import { Refusal } from '../../problems.ts';

const t = texts('console.sign_in.passkeys');

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
    throw error instanceof BandejaError && error.status === 401 ? new Refusal(t('unknown')) : error;
  }
}

async function answerOf<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    const { name } = error as Error;
    throw name === 'InvalidStateError'
      ? new Refusal(t('known'))
      : name === 'NotAllowedError' || name === 'AbortError'
        ? new Refusal(t('none'))
        : error;
  }
}
