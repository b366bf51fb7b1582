/** The organization of the caller: its profile, its members, and the invites of further ones. */
import { type Static, Type } from 'typebox'
import { nullable } from '../domain/nullable.ts'
import { defineEndpoint, pageQuery, ROLES } from './endpoint.ts'
import { RevealedSecret } from './revealed-secrets.ts'
import { LedgerList, OrganizationUsage } from './usage.ts'

/** Roles of members. A key never has the role `annotator`. */
export const MEMBER_ROLES = ['viewer', 'annotator', 'member', 'admin', 'owner'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]
/** Owners are promoted, not invited. */
export const INVITE_ROLES = ['viewer', 'annotator', 'member', 'admin'] as const
export type InviteRole = (typeof INVITE_ROLES)[number]
export const INVITE_STATUSES = ['pending', 'accepted', 'expired', 'revoked', 'declined'] as const
export type InviteStatus = (typeof INVITE_STATUSES)[number]
export const SUBSCRIPTION_TIERS = ['free', 'core', 'pro', 'team', 'enterprise'] as const
export type SubscriptionTier = (typeof SUBSCRIPTION_TIERS)[number]

export const Organization = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    slug: Type.String(),
    description: nullable(Type.String()),
    is_public: nullable(Type.Boolean()),
    subscription_tier: Type.Enum([...SUBSCRIPTION_TIERS]),
    credits_remaining: Type.Integer({ description: 'Micro-USD' }),
    credits_monthly_allowance: Type.Integer({ description: 'Micro-USD' }),
    credits_reset_at: nullable(Type.String()),
    max_users: Type.Integer(),
    max_images: Type.Integer(),
    max_storage_bytes: Type.Integer(),
    member_count: Type.Integer(),
    pending_invite_count: Type.Integer(),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  { $id: 'Organization' },
)
export type Organization = Static<typeof Organization>

export const OrganizationUpdate = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    description: Type.Optional(nullable(Type.String({ maxLength: 2000 }))),
    is_public: Type.Optional(Type.Boolean()),
  },
  { $id: 'OrganizationUpdate', additionalProperties: false },
)
export type OrganizationUpdate = Static<typeof OrganizationUpdate>

export const OrganizationMember = Type.Object(
  {
    id: Type.String({ description: 'Of the membership, not of the user' }),
    user_id: Type.String(),
    email: nullable(Type.String()),
    full_name: nullable(Type.String()),
    role: Type.Enum([...MEMBER_ROLES]),
    joined_at: Type.String(),
  },
  { $id: 'OrganizationMember' },
)
export type OrganizationMember = Static<typeof OrganizationMember>

export const OrganizationInvite = Type.Object(
  {
    id: Type.String(),
    organization_id: Type.String(),
    email: Type.String(),
    role: Type.Enum([...INVITE_ROLES]),
    status: Type.Enum([...INVITE_STATUSES]),
    invited_by: nullable(Type.String({ description: 'Id of a user; null when a key without one invited' })),
    expires_at: Type.String(),
    created_at: Type.String(),
  },
  { $id: 'OrganizationInvite' },
)
export type OrganizationInvite = Static<typeof OrganizationInvite>

export const InviteCreate = Type.Object(
  {
    email: Type.String({ maxLength: 1000, description: 'Trimmed and lowercased by the server' }),
    role: Type.Enum(['viewer', 'member', 'admin'], { default: 'member' }),
  },
  { $id: 'InviteCreate', additionalProperties: false },
)
export type InviteCreate = Static<typeof InviteCreate>

export const OutboxMail = Type.Object(
  {
    id: Type.String(),
    to: Type.String(),
    subject: Type.String(),
    text: Type.String({ description: 'Holds the one-time link: pass it on to nobody but the recipient' }),
    status: Type.Enum(['waiting', 'failed'], { description: 'failed: the mail server rejected it repeatedly' }),
    last_error: nullable(Type.String()),
    created_at: Type.String(),
  },
  { $id: 'OutboxMail' },
)
export type OutboxMail = Static<typeof OutboxMail>

export const organizations = {
  me: defineEndpoint({
    method: 'GET',
    path: '/organizations/me',
    role: 'viewer',
    summary: 'Read the organization of the caller',
    reply: { as: 'json', schema: Organization },
    idempotent: true,
  }),
  updateMe: defineEndpoint({
    method: 'PATCH',
    path: '/organizations/me',
    role: 'admin',
    summary: 'Change the profile of the organization; its slug stays',
    body: OrganizationUpdate,
    reply: { as: 'json', schema: Organization },
    errors: ['empty_update'],
    idempotent: true,
  }),
  members: defineEndpoint({
    method: 'GET',
    path: '/organizations/members',
    role: 'viewer',
    summary: 'List the members, those who joined first at the top',
    reply: { as: 'json', schema: Type.Array(OrganizationMember) },
    idempotent: true,
  }),
  updateMember: defineEndpoint({
    method: 'PATCH',
    path: '/organizations/members/{member_id}',
    role: 'admin',
    summary: 'Change the role of a member; only an owner can make owners, or change their role',
    body: Type.Object(
      { role: Type.Enum([...ROLES]) },
      { $id: 'OrganizationMemberUpdate', additionalProperties: false },
    ),
    reply: { as: 'json', schema: OrganizationMember },
    errors: ['not_found', 'last_owner'],
    idempotent: true,
  }),
  removeMember: defineEndpoint({
    method: 'DELETE',
    path: '/organizations/members/{member_id}',
    role: 'admin',
    summary: 'Remove a member; the user account stays, and can be invited again',
    reply: { as: 'empty' },
    errors: ['not_found', 'last_owner'],
    idempotent: true,
  }),
  /** Ours. */
  revealedSecrets: defineEndpoint({
    method: 'GET',
    path: '/organizations/revealed-secrets',
    role: 'admin',
    summary: 'List shared secrets that are in use and that former members, or one person, have seen; newest first',
    query: Type.Object(
      {
        user_id: Type.Optional(
          Type.String({ maxLength: 100, description: 'Of one person, a member or not; else of all former members' }),
        ),
      },
      { additionalProperties: false },
    ),
    reply: { as: 'json', schema: Type.Array(RevealedSecret) },
    idempotent: true,
  }),
  invites: defineEndpoint({
    method: 'GET',
    path: '/organizations/invites',
    role: 'viewer',
    summary: 'List invites, newest first',
    query: Type.Object({ status: Type.Optional(Type.Enum([...INVITE_STATUSES])) }, { additionalProperties: false }),
    reply: { as: 'json', schema: Type.Array(OrganizationInvite) },
    idempotent: true,
  }),
  invite: defineEndpoint({
    method: 'POST',
    path: '/organizations/invites',
    role: 'admin',
    summary: 'Invite a person by e-mail, with a link that is valid for seven days',
    body: InviteCreate,
    reply: { as: 'json', schema: OrganizationInvite, status: 201 },
    errors: ['member_cap_reached', 'wrong_state'],
    idempotent: false,
  }),
  revokeInvite: defineEndpoint({
    method: 'DELETE',
    path: '/organizations/invites/{invite_id}',
    role: 'admin',
    summary: 'Revoke a pending invite; its link is no longer valid',
    reply: { as: 'empty' },
    errors: ['not_found', 'wrong_state'],
    idempotent: true,
  }),
  outbox: defineEndpoint({
    method: 'GET',
    path: '/organizations/outbox',
    role: 'admin',
    summary: 'List mail that was not sent, newest first: all of it where no mail server is configured',
    reply: { as: 'json', schema: Type.Array(OutboxMail) },
    idempotent: true,
  }),
  usage: defineEndpoint({
    method: 'GET',
    path: '/organizations/usage',
    role: 'viewer',
    summary: 'Read what the organization uses of the limits of its plan, and the prices of the plan',
    reply: { as: 'json', schema: OrganizationUsage },
    idempotent: true,
  }),
  ledger: defineEndpoint({
    method: 'GET',
    path: '/organizations/ledger',
    role: 'viewer',
    summary: 'List the entries of the ledger of credits, newest first',
    query: Type.Object(pageQuery({ limit: 50, max: 200 }), { additionalProperties: false }),
    reply: { as: 'json', schema: LedgerList },
    idempotent: true,
  }),
} as const
