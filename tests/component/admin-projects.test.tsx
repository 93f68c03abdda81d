import { afterEach, beforeEach } from 'vitest'
import { forgetBrowser } from '../support/admin-users'
// One test file, because each test empties the table of projects: two files would empty each other's.
import './projects/photographs'
import './projects/publishing'
import './projects/saving'
import './projects/versions'
import { prepareProjects } from './projects-support'

beforeEach(prepareProjects)
afterEach(forgetBrowser)
