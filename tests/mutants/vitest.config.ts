import { defineConfig } from 'vitest/config'
import config from '../../vitest.config.ts'

const layers = process.env.MUTANTS_SAMPLE === 'rules' ? ['unit'] : ['unit', 'component']

/** The layers whose tests load the site's code in their own process, one file at a time: Stryker itself runs two sets of them. */
export default defineConfig(async (environment) => {
  const { test, ...others } = await config(environment)
  const projects = (test?.projects ?? []).flatMap((project) =>
    typeof project === 'object' && 'test' in project && layers.includes(String(project.test?.name))
      ? { ...project, test: { ...project.test, pool: 'forks' as const, maxWorkers: 1, retry: 1 } }
      : [],
  )
  return { ...others, test: { ...test, projects } }
})
