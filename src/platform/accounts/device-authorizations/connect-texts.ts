/** The texts of the page on which people connect apps, in the languages of the Studio. */
import type { MemberRole } from '../../../shared/api/organizations.ts'
import type { Language } from '../../http/pages.ts'

const en = {
  title: 'Connect an app',
  intro: 'An app that you sign in shows a code. Enter it here.',
  code: 'Code',
  next: 'Continue',
  asks: (app: string, computer: string) => `${app} on ${computer} asks to be signed in as you.`,
  compare: 'Approve only if you started this yourself, and the app shows this code:',
  asYou: (name: string, organization: string, role: string) =>
    `The app gets an API key of ${name} in ${organization} with the role ${role}. You can end it on this page at any time.`,
  roles: {
    viewer: 'viewer: the app shows workflows and runs, but can’t change or run anything',
    annotator: 'viewer: the app shows workflows and runs, but can’t change or run anything',
    member: 'member',
    admin: 'admin',
    owner: 'owner',
  } as Readonly<Record<MemberRole, string>>,
  approve: 'Approve',
  decline: 'Decline',
  unknown: 'This code is not waiting for approval. Compare it with the app, or start again there for a new one.',
  tooMany: (minutes: number) => `Too many wrong codes. Try again in ${minutes} minutes.`,
  approved: 'The app is signed in',
  approvedWhy: (app: string, computer: string) => `Return to ${app} on ${computer}. You can close this page.`,
  declined: 'The app was not signed in',
  declinedWhy: (app: string, computer: string) => `${app} on ${computer} gets no access.`,
  keys: 'Your connected apps and keys',
  keysIntro: 'Each acts in your name until you end it.',
  lastUsed: (time: string) => `last used ${time}`,
  neverUsed: 'not used yet',
  end: 'End',
  endOf: (name: string) => `End ${name}`,
}

const de: typeof en = {
  title: 'Eine App verbinden',
  intro: 'Eine App, die Sie anmelden, zeigt einen Code. Geben Sie ihn hier ein.',
  code: 'Code',
  next: 'Weiter',
  asks: (app, computer) => `${app} auf ${computer} möchte sich in Ihrem Namen anmelden.`,
  compare: 'Stimmen Sie nur zu, wenn Sie dies selbst begonnen haben und die App diesen Code zeigt:',
  asYou: (name, organization, role) =>
    `Die App erhält einen API-Schlüssel von ${name} in ${organization} mit der Rolle ${role}. Auf dieser Seite können Sie ihn jederzeit beenden.`,
  roles: {
    viewer: 'viewer: Die App zeigt Workflows und Läufe, kann aber nichts ändern oder ausführen',
    annotator: 'viewer: Die App zeigt Workflows und Läufe, kann aber nichts ändern oder ausführen',
    member: 'member',
    admin: 'admin',
    owner: 'owner',
  },
  approve: 'Zustimmen',
  decline: 'Ablehnen',
  unknown:
    'Dieser Code wartet nicht auf Zustimmung. Vergleichen Sie ihn mit der App, oder beginnen Sie dort neu, um einen anderen zu erhalten.',
  tooMany: (minutes) => `Zu viele falsche Codes. Versuchen Sie es in ${minutes} Minuten noch einmal.`,
  approved: 'Die App ist angemeldet',
  approvedWhy: (app, computer) => `Kehren Sie zu ${app} auf ${computer} zurück. Sie können diese Seite schließen.`,
  declined: 'Die App wurde nicht angemeldet',
  declinedWhy: (app, computer) => `${app} auf ${computer} erhält keinen Zugang.`,
  keys: 'Ihre verbundenen Apps und Schlüssel',
  keysIntro: 'Jeder handelt in Ihrem Namen, bis Sie ihn beenden.',
  lastUsed: (time) => `zuletzt verwendet ${time}`,
  neverUsed: 'noch nicht verwendet',
  end: 'Beenden',
  endOf: (name) => `${name} beenden`,
}

export type ConnectTexts = typeof en
export const connectTexts = (language: Language): ConnectTexts => ({ en, de })[language]
