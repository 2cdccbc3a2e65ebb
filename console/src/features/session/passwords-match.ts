/** Two fields for one password: what is typed twice is typed right. */
export function passwordsMatch(values: { password: string; confirmPassword: string }): Record<string, string> {
  if (values.confirmPassword === '') return { confirmPassword: 'Confirm password is required' }
  return values.confirmPassword === values.password ? {} : { confirmPassword: 'Both passwords must match' }
}
