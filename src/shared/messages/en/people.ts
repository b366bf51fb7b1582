/** API keys, members and invites. */
export const people = {
  'key.of_nobody':
    'Only a key that belongs to a person revokes itself by this call. Revoke it by its id, with the key of an admin.',
  'device.too_many': ['Too many apps wait to be signed in. Try again in {seconds} seconds.', 'seconds'],
  'device.code_unknown': 'This device code is not known, or its key was fetched already. Ask for a new one.',
  'key.missing': 'There is no API key with this id.',
  'key.other_organization': ['This key does not belong to the organization “{name}”. Use a key of it.', 'name'],
  'key.role_above_own': [
    'This key has the role {own}, so it can create no key of the role {role}. Ask someone with a higher role.',
    'role',
    'own',
  ],
  'key.of_higher_role': [
    'This key has the role {own}, so it can’t change a key of the role {role}. Ask someone with a higher role.',
    'role',
    'own',
  ],
  'key.secret_above_own': [
    'The key has the role {role}, and you have the role {own}: only people with its role or a higher one see its secret.',
    'role',
    'own',
  ],
  'key.secret_of_another':
    'This key belongs to another person, who alone sees its secret: calls with it are made in that person’s name. Create a key of your own.',
  'key.secret_not_kept': 'The secret of this key was not kept: the command line created it. Create a new key.',
  'key.secret_unreadable': 'The secret of this key can’t be decrypted. Create a new key.',
  'secret.already_revealed':
    'You have seen this secret since you signed in. Sign out and sign in again to see it once more.',
  'key.expiry_not_in_future': 'must be a time in the future',
  'member.missing': 'There is no member with this id.',
  'member.last_owner': 'This is the last owner of the organization. Make another member an owner first.',
  'member.owners_only': [
    'Only an owner can make members owners, or change and remove owners; this key has the role {own}.',
    'own',
  ],
  'member.cap_reached': [
    'The plan allows {max} members, and members and pending invites are that many. Remove a member or revoke an invite.',
    'max',
  ],
  'invite.missing': 'There is no invite with this id.',
  'invite.not_an_address': 'must be an e-mail address, such as name@example.com',
  'invite.pending_already': ['There is a pending invite for {email}. Revoke it first to send another one.', 'email'],
  'invite.member_already': ['{email} is a member of the organization already.', 'email'],
  'invite.not_pending': ['This invite is {status}. Only a pending invite can be revoked.', 'status'],
  'sign_in.busy': 'Too many people sign in at this moment. Try again in a few seconds.',
} as const
