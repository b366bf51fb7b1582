import type { Texts } from '../en/index.ts'

export const server: Texts['server'] = {
  about:
    'Betreiber verwalten diesen Server für alle seine Organisationen. Sie sehen, was Organisationen von ihren Tarifen nutzen, und nichts von ihren Inhalten.',
  forbidden: 'Diese Seite ist für Betreiber des Servers',
  forbiddenHint: 'Ein Betreiber kann Sie dazu machen. Eine Rolle in einer Organisation genügt nicht.',
  organizations: {
    title: 'Organisationen',
    failed: 'Die Organisationen konnten nicht geladen werden',
    organization: 'Organisation',
    credits: 'Guthaben',
    actions: 'Aktionen',
    more: 'Mehr anzeigen',
    planOf: (name) => `Tarif von ${name}`,
    notChanged: 'Der Tarif konnte nicht geändert werden',
    grantTo: (name) => `${name} Guthaben gewähren`,
    needsNone:
      'Diese Organisation hat keine Grenzen, und ihre Arbeit kostet nichts. Geben Sie ihr zuerst einen anderen Tarif.',
    amount: 'Betrag in US-Dollar',
    amountHint: 'Kommt zum Guthaben dieses Monats hinzu, mit dem der Rest verfällt.',
    enterAmount: 'Geben Sie einen Betrag über 0 ein.',
    grant: 'Gewähren',
  },
  operators: {
    title: 'Betreiber',
    failed: 'Die Betreiber konnten nicht geladen werden',
    none: 'Keine Betreiber',
    noneHint: 'Schlüssel der Befehlszeile verwalten diesen Server. Machen Sie oben eine Person zum Betreiber.',
    email: 'E-Mail-Adresse einer Person dieses Servers',
    add: 'Zum Betreiber machen',
    since: 'Seit',
    actions: 'Aktionen',
    noMember: 'In keiner Organisation mehr, daher keine Anmeldung möglich',
    last: (person) =>
      `${person} ist der einzige Betreiber, der sich anmelden kann, und lässt sich nicht entfernen. Machen Sie zuerst eine andere Person zum Betreiber.`,
    remove: (person) => `${person} als Betreiber entfernen`,
    removeTitle: (person) => `${person} als Betreiber entfernen?`,
    removeAction: 'Betreiber entfernen',
    removeLost: (person) =>
      `${person} kann den Server nicht mehr verwalten. Die Rollen in Organisationen bleiben, und jeder Betreiber kann ${person} wieder dazu machen.`,
  },
}
