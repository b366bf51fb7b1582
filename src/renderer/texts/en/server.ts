/** The server, in the settings of its operators. */
export const server = {
  about:
    'Operators manage this server for all of its organizations. They see what organizations use of their plans, and nothing of their contents.',
  forbidden: 'This page is for operators of the server',
  forbiddenHint: 'An operator can make you one of them. A role in an organization is not enough.',
  organizations: {
    title: 'Organizations',
    failed: 'The organizations could not be loaded',
    organization: 'Organization',
    credits: 'Credits left',
    actions: 'Actions',
    more: 'Show more',
    planOf: (name: string) => `Plan of ${name}`,
    notChanged: 'The plan could not be changed',
    grantTo: (name: string) => `Grant credits to ${name}`,
    needsNone: 'This organization has no limits, and its work costs nothing. Give it another plan first.',
    amount: 'Amount in US dollars',
    amountHint: 'Added to the credits of this month, with which the rest lapses.',
    enterAmount: 'Enter an amount above 0.',
    grant: 'Grant',
  },
  operators: {
    title: 'Operators',
    failed: 'The operators could not be loaded',
    none: 'No operators',
    noneHint: 'Keys of the command line manage this server. Make a person an operator above.',
    email: 'E-mail address of a person of this server',
    add: 'Make operator',
    since: 'Since',
    actions: 'Actions',
    noMember: 'In no organization any more, so can’t sign in',
    last: (person: string) =>
      `${person} is the only operator who can sign in, and can’t be removed. Make another person an operator first.`,
    remove: (person: string) => `Remove ${person} as an operator`,
    removeTitle: (person: string) => `Remove ${person} as an operator?`,
    removeAction: 'Remove operator',
    removeLost: (person: string) =>
      `${person} can no longer manage the server. The roles in organizations stay, and any operator can make ${person} one again.`,
  },
}
