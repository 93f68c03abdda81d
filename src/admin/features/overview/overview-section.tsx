import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { Badge } from '@/admin/components/badge'
import { Tabs } from '@/admin/components/tabs'
import { AdminOnly } from '@/admin/features/session/admin-only'
import { sampleProjects, sampleStats } from '@/content/sample-dashboard'
import { EnquiriesPanel } from './enquiries-panel'
import { WaitingPanel } from './waiting-panel'

function ActiveProjects() {
  return (
    <ul
      aria-label="Active projects"
      className="divide-y divide-concrete-200 rounded-card border border-concrete-200 bg-white"
    >
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
            <span className="w-10 text-right text-sm tabular-nums">{progress}%</span>
          </div>
        </li>
      ))}
    </ul>
  )
}

export default function OverviewSection() {
  const { hash, key } = useLocation()
  const tabs = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation counts, also to the same place.
  useEffect(() => {
    if (hash !== '#enquiries') return
    tabs.current?.scrollIntoView()
    tabs.current?.focus({ preventScroll: true })
  }, [hash, key])
  return (
    <div className="grid gap-6">
      <WaitingPanel />
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
                <span className="font-semibold tabular-nums">{value.toLocaleString('en-GB')}</span> {note}
              </dd>
            </div>
          ))}
        </dl>
        <p className="mt-2 text-concrete-600">
          These are sample figures. Connect an analytics service for accurate data.
        </p>
      </div>
      <div ref={tabs} id="enquiries" tabIndex={-1} className="min-w-0 scroll-mt-20 outline-none">
        <Tabs
          label="Overview"
          tabs={[
            { key: 'projects', label: 'Active Projects', content: <ActiveProjects /> },
            {
              key: 'enquiries',
              label: 'Enquiries',
              content: (
                <AdminOnly what="enquiries">
                  <EnquiriesPanel />
                </AdminOnly>
              ),
            },
          ]}
        />
      </div>
    </div>
  )
}
