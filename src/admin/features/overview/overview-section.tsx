import { Badge } from '@/admin/components/badge'
import { LateScreen } from '@/admin/components/late-screen'
import { Tabs } from '@/admin/components/tabs'
import { AdminOnly } from '@/admin/features/session/admin-only'
import { sampleStats } from '@/content/sample-dashboard'
import { lateModule } from '@/lib/late-module'
import { ActiveProjects } from './active-projects'

const enquiries = lateModule(() => import('./enquiries-panel'))

/** The dashboard's first section: sample figures, sample projects, and the real enquiries. */
export default function OverviewSection() {
  return (
    <div className="grid gap-6">
      <div>
        <dl className="grid gap-4 sm:grid-cols-2">
          {sampleStats.map(({ label, value, note }) => (
            <div key={label} className="rounded-card border border-concrete-200 bg-white px-5 py-4">
              <dt className="flex items-center justify-between gap-3 font-semibold text-concrete-700 text-sm">
                {label}
                <Badge>Sample</Badge>
              </dt>
              <dd className="mt-1">
                <span className="font-semibold text-3xl tabular-nums">{value.toLocaleString('en-GB')}</span>{' '}
                <span className="text-concrete-600 text-sm">{note}</span>
              </dd>
            </div>
          ))}
        </dl>
        <p className="mt-3 text-concrete-600 text-sm">
          These are sample figures. Connect an analytics service for accurate data.
        </p>
      </div>
      <Tabs
        label="Overview"
        tabs={[
          { key: 'projects', label: 'Active Projects', content: <ActiveProjects /> },
          {
            key: 'enquiries',
            label: 'Enquiries',
            content: (
              <AdminOnly what="enquiries">
                <LateScreen module={enquiries} />
              </AdminOnly>
            ),
          },
        ]}
      />
    </div>
  )
}
