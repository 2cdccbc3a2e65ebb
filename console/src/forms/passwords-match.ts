/** Returns the error of a password confirmation, if any. */
export function passwordsMatch(
  { password, confirmPassword }: { password: string; confirmPassword: string },
  minLength = 0,
): Record<string, string> {
  if (confirmPassword === '') return { confirmPassword: 'Confirm password is required' }
  if (confirmPassword.length < minLength) {
    return { confirmPassword: `Confirm password must not be less than ${minLength} characters` }
  }
  return confirmPassword === password ? {} : { confirmPassword: 'Both passwords must match' }
}
