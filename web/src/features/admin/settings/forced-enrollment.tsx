export function ForcedEnrollment() {
  return <h1>ForcedEnrollment</h1>;
}
