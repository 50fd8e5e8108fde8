/** `count` members spread evenly over the families, and within each family over its length: the same in every run. */
export function sampleMembers<Member extends { readonly family: string }>(
  members: readonly Member[],
  count: number,
): readonly Member[] {
  const families = Object.values(Object.groupBy(members, ({ family }) => family)).flatMap((family = []) => [
    family,
  ]);
  let left = Math.min(count, members.length);
  const chosen = new Set<Member>();
  families
    .toSorted((a, b) => a.length - b.length)
    .forEach((family, index) => {
      const share = Math.min(family.length, Math.ceil(left / (families.length - index)));
      left -= share;
      for (let turn = 0; turn < share; turn += 1) {
        const member = family[Math.floor(((turn + 0.5) * family.length) / share)];
        if (member !== undefined) chosen.add(member);
      }
    });
  return members.filter((member) => chosen.has(member));
}
