import { emailedLink } from '../support/backend-users'
import { choosePassword, expect, open, signIn, test } from './admin-support'
import { freshEmail, PHONE } from './support'

test('an administrator invites a user, grants and revokes the role, and deletes the account', {
  tag: '@hosted',
}, async ({ adminPage, mailbox, anotherPage }) => {
  const email = freshEmail('colleague')
  await open(adminPage, '/admin/user-manager')
  await adminPage.getByRole('button', { name: 'Add user' }).press('Enter')
  const dialog = adminPage.getByRole('dialog', { name: 'Add user' })
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
  await dialog.getByRole('radio', { name: /^No role yet/ }).check()
  await adminPage.keyboard.press('Enter')
  await expect(adminPage.getByText(`Invitation sent to ${email}`)).toBeVisible()
  const row = adminPage.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Invited')

  const [mail] = await mailbox.to(email)
  await anotherPage.goto(mailbox.page(email))
  const opened = anotherPage.waitForEvent('popup')
  await anotherPage.frameLocator('iframe').getByRole('link', { name: 'Choose a password' }).click()
  const theirs = await opened
  await expect(theirs.getByRole('heading', { level: 1, name: 'Choose a password' })).toBeVisible()
  await choosePassword(theirs, 'three clay pipes')
  await expect(theirs.getByText('Access denied. Admin privileges required.')).toBeVisible()
  await expect(theirs).toHaveURL(/\/admin\/login/)
  const subjects = async () => (await mailbox.to(email)).map(({ subject }) => subject)
  const invited = 'You’ve been invited to the website’s dashboard'
  await expect.poll(subjects).toEqual(['Your password has been changed', invited])

  await open(adminPage, '/admin/user-manager')
  await expect(row).toContainText('Active')
  await adminPage.getByRole('textbox', { name: 'Email' }).fill(email)
  await adminPage.keyboard.press('Enter')
  await adminPage.getByRole('button', { name: 'Set as Admin' }).press('Enter')
  await adminPage.keyboard.press('Tab')
  await adminPage.keyboard.press('Enter')
  await expect(adminPage.getByText(`${email} is now an admin`)).toBeVisible()
  await signIn(theirs, { email, password: 'three clay pipes' })

  await adminPage.getByRole('button', { name: 'Remove Admin Role' }).press('Enter')
  await adminPage.getByRole('alertdialog').getByRole('button', { name: 'Remove Admin Role' }).press('Enter')
  await expect(adminPage.getByText(`${email} is no longer an admin`)).toBeVisible()
  // The page is left after three seconds.
  await theirs.goto('/admin/user-manager', { waitUntil: 'commit' })
  await expect(theirs.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await theirs.goto(emailedLink(mail))
  await choosePassword(theirs, 'four clay pipes')
  await expect(theirs.getByText(/already been used.*even if it was an invitation/)).toBeVisible()

  await adminPage.setViewportSize(PHONE)
  await open(adminPage, '/admin/user-manager')
  await row.getByRole('button', { name: email }).click()
  const panel = adminPage.getByRole('region', { name: 'Selected user' })
  await expect(panel).toBeInViewport()
  await panel.getByRole('button', { name: 'Delete user' }).click()
  await adminPage.getByRole('alertdialog').getByRole('button', { name: 'Delete user' }).click()
  await expect(adminPage.getByText(`${email} has been deleted`)).toBeVisible()
  await expect(row).toHaveCount(0)
})
