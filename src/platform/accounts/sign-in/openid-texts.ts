/** The texts of signing in with the provider, by its name, in the languages of the Studio. */
import type { Language } from '../../http/pages.ts'

const en = {
  signIn: (name: string) => `Sign in with ${name}`,
  leave: (name: string) => `Continue to ${name}`,
  link: (name: string) => `Link ${name}`,
  unlink: (name: string) => `Unlink ${name}`,
  isLinked: (name: string) => `Your account of ${name} is linked. You can sign in with it.`,
  isNotLinked: (name: string) => `Link your account of ${name} to sign in with it.`,
  account: 'Back to your account',
  down: (name: string) => `${name} does not respond as it should. Sign in with your password, or try again later.`,
  downForLink: (name: string) => `${name} does not respond as it should. Try again later.`,
  declined: (name: string) => `${name} did not confirm your account.`,
  unverified: (name: string) =>
    `The answer of ${name} could not be verified. Begin again; if it stays, the log of the server has the reason.`,
  over: (name: string) =>
    `This sign-in with ${name} is over: it took longer than ten minutes, was completed already or began in another browser. Begin again.`,
  unknown: (name: string) =>
    `This account of ${name} is not linked to a person here. Sign in with your password and link it under Account.`,
  taken: (name: string) => `This account of ${name} is linked to another person here.`,
  another: (name: string) => `You have linked another account of ${name}. Unlink it first.`,
  signedOut: (name: string) => `You are not signed in any more. Sign in, then link ${name} under Account.`,
  noPassword: 'You have no password and could not sign in any more. Ask your administrator for one, then unlink.',
}

const de: typeof en = {
  signIn: (name) => `Mit ${name} anmelden`,
  leave: (name) => `Weiter zu ${name}`,
  link: (name) => `${name} verknüpfen`,
  unlink: (name) => `Verknüpfung mit ${name} aufheben`,
  isLinked: (name) => `Ihr Konto bei ${name} ist verknüpft. Sie können sich damit anmelden.`,
  isNotLinked: (name) => `Verknüpfen Sie Ihr Konto bei ${name}, um sich damit anzumelden.`,
  account: 'Zurück zu Ihrem Konto',
  down: (name) =>
    `${name} antwortet nicht, wie es soll. Melden Sie sich mit Ihrem Passwort an, oder versuchen Sie es später noch einmal.`,
  downForLink: (name) => `${name} antwortet nicht, wie es soll. Versuchen Sie es später noch einmal.`,
  declined: (name) => `${name} hat Ihr Konto nicht bestätigt.`,
  unverified: (name) =>
    `Die Antwort von ${name} konnte nicht geprüft werden. Beginnen Sie von vorn; bleibt es dabei, steht der Grund im Protokoll des Servers.`,
  over: (name) =>
    `Diese Anmeldung mit ${name} ist vorbei: Sie dauerte länger als zehn Minuten, wurde schon abgeschlossen oder begann in einem anderen Browser. Beginnen Sie von vorn.`,
  unknown: (name) =>
    `Dieses Konto bei ${name} ist hier mit keiner Person verknüpft. Melden Sie sich mit Ihrem Passwort an, und verknüpfen Sie es unter Konto.`,
  taken: (name) => `Dieses Konto bei ${name} ist hier mit einer anderen Person verknüpft.`,
  another: (name) => `Sie haben ein anderes Konto bei ${name} verknüpft. Heben Sie diese Verknüpfung zuerst auf.`,
  signedOut: (name) => `Sie sind nicht mehr angemeldet. Melden Sie sich an, und verknüpfen Sie ${name} unter Konto.`,
  noPassword:
    'Sie haben kein Passwort und könnten sich nicht mehr anmelden. Bitten Sie zuerst Ihren Administrator um eines.',
}

export type OpenIdTexts = typeof en
export const openIdTexts = (language: Language): OpenIdTexts => ({ en, de })[language]
