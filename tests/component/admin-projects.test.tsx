import { afterEach, beforeEach } from 'vitest'
import { forgetBrowser } from '../support/admin-users'
// One file, because each test empties the table of projects.
import './projects/images'
import './projects/publishing'
import './projects/saving'
import './projects/versions'
import { prepareProjects } from './projects-support'

beforeEach(prepareProjects)
afterEach(forgetBrowser)
