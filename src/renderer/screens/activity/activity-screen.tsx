/** The activity: notifications of ended work, the jobs that do it, and webhooks that report it. */

import { ACTIVITY_PAGES, type ActivityPage, hrefOf } from '../../base/navigation/route.ts'
import { Page, useTitle } from '../../base/ui/page.tsx'
import { PageLinks } from '../../base/ui/page-links.tsx'
import { texts } from '../../texts/texts.ts'
import classes from './activity.module.css'
import { JobsPage } from './jobs/jobs-page.tsx'
import { NotificationsPage } from './notifications/notifications-page.tsx'
import { WebhooksPage } from './webhooks/webhooks-page.tsx'

const words = texts.activity

/** @param page the notifications unless it is given */
export function ActivityScreen({ page }: { page?: ActivityPage | undefined }) {
  useTitle(words.title)
  const links = [undefined, ...ACTIVITY_PAGES].map((other) => ({
    href: hrefOf({ screen: 'activity', ...(other && { page: other }) }),
    title: words.pages[other ?? 'notifications'],
    isCurrent: other === page,
  }))
  return (
    <Page title={words.title}>
      <div className={classes.content}>
        <PageLinks label={words.pages.label} pages={links} />
        {page === undefined && <NotificationsPage />}
        {page === 'jobs' && <JobsPage />}
        {page === 'webhooks' && <WebhooksPage />}
      </div>
    </Page>
  )
}
