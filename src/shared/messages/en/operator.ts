/** Calls of operators of an installation. */
export const operator = {
  'operator.needed':
    'This call is for operators of the server. Operators are named by one another, and by the command sightline admin operator add.',
  'operator.no_person': [
    'Nobody on this server has the address {email}. Invite the person to an organization first.',
    'email',
  ],
  'operator.missing': 'There is no operator with this id.',
  'operator.last': 'No other operator could sign in. Make another person an operator first.',
  'operator.no_organization': 'There is no organization with this id.',
} as const
