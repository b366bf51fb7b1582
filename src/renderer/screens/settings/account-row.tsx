/** The person who is signed in to the server of this page. */
import { Button } from '@mantine/core'
import type { Account } from '../../../shared/bridge/visitor.ts'
import { texts } from '../../texts/texts.ts'
import { Row } from './row.tsx'

const words = texts.settings.account

export function AccountRow({ account: { name, email, organization, role, url } }: { account: Account }) {
  return (
    <Row label={words.signedIn(name)} hint={words.where(email, organization, texts.access.roles[role])}>
      <Button component="a" href={url} variant="default">
        {words.open}
      </Button>
    </Row>
  )
}
