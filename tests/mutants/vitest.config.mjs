// @ts-check
import { defineConfig } from 'vitest/config'
import config from '../../vitest.config.ts'

const isRules = process.env.MUTANTS_SAMPLE !== 'screens'
// Of the component layer those whose screens are in the sample: all of them would take hours.
const SCREENS = ['admin-reviews', 'share-form', 'testimonial-form']

/** The layers whose tests load the site's code in their own process, one file at a time: Stryker itself runs two sets of them. */
export default defineConfig(async (environment) => {
  const { test, ...others } = await config(environment)
  const projects = (test?.projects ?? []).flatMap((project) => {
    if (typeof project !== 'object' || !('test' in project)) return []
    if (project.test?.name !== (isRules ? 'unit' : 'component')) return []
    const include = isRules ? project.test?.include : [`tests/component/{${SCREENS}}.test.tsx`]
    return { ...project, test: { ...project.test, include, pool: 'forks', maxWorkers: 1, retry: 1 } }
  })
  return /** @type {import('vitest/config').ViteUserConfig} */ ({ ...others, test: { ...test, projects } })
})
