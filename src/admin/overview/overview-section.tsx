import { Images, MailPlus, Plus, UserPlus } from 'lucide-react'
import { Badge } from '@/admin/components/badge'
import { Card } from '@/admin/components/card'
import { Tabs } from '@/admin/components/tabs'
import { reviewsHref } from '@/admin/data/reviews'
import { EnquiriesPanel } from '@/admin/enquiries/enquiries-panel'
import { AdminOnly } from '@/admin/session/admin-only'
import { Link } from '@/components/link'
import { buttonClass } from '@/components/ui/button'
import { sampleProjects, sampleStats } from '@/content/sample-dashboard'
import { paths } from '@/paths'
import { AttentionPanel } from './attention-panel'

function ActiveProjects() {
  return (
    <Card as="ul" aria-label="Active projects" className="divide-y divide-concrete-200">
      {sampleProjects.map(({ name, place, stage, progress }) => (
        <li key={name} className="grid items-center gap-x-6 gap-y-2 px-4 py-4 md:grid-cols-[minmax(0,1fr)_18rem]">
          <div>
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h2 className="text-base">{name}</h2>
              <Badge>Sample</Badge>
            </div>
            <p className="text-concrete-600 text-sm">
              {place} · {stage}
            </p>
          </div>
          <div className="flex items-center gap-3">
            <div
              role="progressbar"
              aria-label={`${name}: progress`}
              aria-valuenow={progress}
              aria-valuemin={0}
              aria-valuemax={100}
              className="h-2 grow overflow-hidden rounded-full bg-concrete-200"
            >
              <div className="h-full rounded-full bg-green-dark" style={{ width: `${progress}%` }} />
            </div>
            <span className="w-10 text-right text-sm tabular-figures">{progress}%</span>
          </div>
        </li>
      ))}
    </Card>
  )
}

function Actions() {
  const dashboard = (query: string) => `${paths.adminDashboard.href}?${query}`
  const actions = [
    { label: 'Add project', Icon: Plus, to: dashboard('section=media&tab=projects&project=new') },
    { label: 'Ask for a review', Icon: MailPlus, to: reviewsHref({ ask: '1' }) },
    { label: 'Edit homepage', Icon: Images, to: dashboard('section=media&tab=images') },
    { label: 'Invite someone', Icon: UserPlus, to: `${paths.adminUserManager.href}?add=1` },
  ] as const
  return (
    <ul aria-label="Quick actions" className="grid grid-cols-2 gap-2 lg:grid-cols-4">
      {actions.map(({ label, Icon, to }) => (
        <li key={label}>
          <Link
            to={to}
            className={buttonClass({ variant: 'outline', size: 'sm', className: 'h-full w-full bg-white' })}
          >
            <Icon aria-hidden className="size-4 shrink-0" />
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

export default function OverviewSection() {
  return (
    <div className="grid grid-cols-1 gap-6">
      <AttentionPanel />
      <Actions />
      <Tabs
        label="Overview"
        tabs={[
          {
            key: 'enquiries',
            label: 'Enquiries',
            startsWithControl: true,
            content: (
              <AdminOnly what="enquiries">
                <EnquiriesPanel />
              </AdminOnly>
            ),
          },
          { key: 'projects', label: 'Active Projects', content: <ActiveProjects /> },
        ]}
      />
      <div className="text-concrete-700 text-sm">
        <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
          {sampleStats.map(({ label, value, note }) => (
            <div
              key={label}
              className="flex flex-wrap items-baseline gap-x-3 gap-y-1 rounded-card border border-concrete-200 px-4 py-2.5"
            >
              <dt className="flex items-center gap-2 font-semibold">
                {label}
                <Badge>Sample</Badge>
              </dt>
              <dd>
                <span className="font-semibold tabular-figures">{value.toLocaleString('en-GB')}</span> {note}
              </dd>
            </div>
          ))}
        </dl>
        <p className="mt-2 text-concrete-600">
          These are sample figures. Connect an analytics service for accurate data.
        </p>
      </div>
    </div>
  )
}
