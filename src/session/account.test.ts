import { expect, test } from 'vitest';
import { loadOnce } from '../../test/specs/load-files.ts';
import { touchesAccount } from './account.ts';

const SHOP = `content: { application/json: { schema: { type: object, properties: { id: { type: integer }, name: { type: string } } } } }`;
const SHOWS = `responses: { '200': { description: It, ${SHOP} } }`;
const SEVERAL = `content: { application/json: { schema: { type: object, properties: { data: { type: array, items: { type: object, properties: { name: { type: string } } } } } } } }`;
const MANY = `responses: { '200': { description: All, ${SEVERAL} } }`;
const RULES = `content: { application/json: { schema: { type: object, properties: { rules: { type: array, items: { type: string } }, enabled: { type: boolean } } } } }`;
const LIST = `content: { application/json: { schema: { type: array, items: { type: string } } } }`;
const LOGIN = `content: { application/json: { schema: { type: object, properties: { name: { type: string }, password: { type: string } } } } }`;
const MARKED = `content: { application/json: { schema: { type: object, properties: { phrase: { type: string, format: password } } } } }`;
const NAMED = `parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]`;

const DOCUMENT = `
openapi: 3.1.0
info: { title: Shops, version: '1' }
security: [{ access: [] }]
components: { securitySchemes: { access: { type: http, scheme: bearer } } }
paths:
  /shops:
    post: { operationId: create, requestBody: { ${SHOP} }, responses: { '201': { description: Made, ${SHOP} } } }
  /shops/{id}: { ${NAMED}, get: { operationId: read, ${SHOWS} } }
  /shops/{id}/suspend: { ${NAMED}, post: { operationId: ownDeed, ${SHOWS} } }
  /shops/{id}/api-keys: { ${NAMED}, post: { operationId: keyOfOne, ${SHOWS} } }
  /users/{id}: { ${NAMED}, get: { operationId: user, ${SHOWS} } }
  /users/{id}/suspend: { ${NAMED}, post: { operationId: deedOnOthers, ${SHOWS} } }
  /members:
    post: { operationId: makesMember, requestBody: { ${LOGIN} }, responses: { '201': { description: Made, ${SHOP} } } }
  /members/{id}:
    ${NAMED}
    get: { operationId: member, ${SHOWS} }
    patch: { operationId: changesMember, requestBody: { ${LOGIN} }, ${SHOWS} }
  /members/{id}/password: { ${NAMED}, put: { operationId: passwordOfMember, requestBody: { ${LOGIN} }, ${SHOWS} } }
  /person:
    post: { operationId: setsPerson, requestBody: { ${LOGIN} }, responses: { '201': { description: It, ${SHOP} } } }
  /persons/{name}:
    parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
    get: { operationId: person, ${SHOWS} }
    delete: { operationId: removesPerson, responses: { '204': { description: Gone } } }
  /me:
    get: { operationId: me, ${SHOWS} }
    patch: { operationId: changesMe, requestBody: { ${LOGIN} }, ${SHOWS} }
  /phrase: { post: { operationId: changesPhrase, requestBody: { ${MARKED} }, ${SHOWS} } }
  /unlock: { post: { operationId: unlocks, security: [], requestBody: { ${MARKED} }, ${SHOWS} } }
  /staff/{id}:
    ${NAMED}
    get: { operationId: staff, ${SHOWS} }
    patch: { operationId: changesStaff, requestBody: { ${LOGIN} }, ${SHOWS} }
  /mode:
    get: { operationId: mode, ${SHOWS} }
    post: { operationId: setsMode, requestBody: { ${SHOP} }, responses: { '204': { description: Set } } }
  /draft:
    get: { operationId: draft, ${SHOWS} }
    post: { operationId: makesDraft, requestBody: { ${SHOP} }, responses: { '201': { description: Made } } }
  /maintenance: { post: { operationId: maintains, responses: { '204': { description: On } } } }
  /maintenance-reports: { post: { operationId: reports, responses: { '204': { description: Told } } } }
  /loaddata: { post: { operationId: restores, responses: { '200': { description: Loaded } } } }
  /backups/restore: { post: { operationId: restoresBackup, responses: { '200': { description: Loaded } } } }
  /restore-points: { post: { operationId: pointsOut, responses: { '201': { description: Made } } } }
  /actions: { post: { operationId: optionOfRemoval, parameters: [{ name: id, in: query, schema: { type: string, enum: [retry_jobs, delete_jobs] } }], ${SHOWS} } }
  /bulk: { post: { operationId: bulk, requestBody: { content: { application/json: { schema: { type: object, required: [action], properties: { action: { type: string, enum: [archive, delete] } } } } } }, ${SHOWS} } }
  /bulk-named: { post: { operationId: bulkNamed, requestBody: { content: { application/json: { schema: { type: object, required: [action, shopIds], properties: { action: { type: string, enum: [archive, delete] }, shopIds: { type: array, items: { type: integer } } } } } } }, ${SHOWS} } }
  /forecast: { post: { operationId: skies, parameters: [{ name: sky, in: query, schema: { type: string, enum: [clear, cloudy] } }], ${SHOWS} } }
  /hooks: { post: { operationId: eventOfRemoval, parameters: [{ name: action, in: query, schema: { type: string, enum: [shop.deleted, deleted] } }], ${SHOWS} } }
  /users:purge: { post: { operationId: purgesAll, responses: { '204': { description: Gone } } } }
  /users:batchDelete: { post: { operationId: removesMany, requestBody: { ${SHOP} }, responses: { '204': { description: Gone } } } }
  /machine:restart: { post: { operationId: restarts, responses: { '204': { description: Again } } } }
  /shops:search: { post: { operationId: searches, ${SHOWS} } }
  /shops/{id}:suspend: { ${NAMED}, post: { operationId: ownDeedByColon, ${SHOWS} } }
  /shops/{id}:logout: { ${NAMED}, post: { operationId: endsSession, ${SHOWS} } }
  /users/{id}:suspend: { ${NAMED}, post: { operationId: deedOnOthersByColon, ${SHOWS} } }
  /jobs/retries: { post: { operationId: retriesFound, requestBody: { content: { application/json: { schema: { type: object, properties: { jobIds: { type: array, items: { type: string } }, jobQuery: { type: object, properties: { failed: { type: boolean } } } } } } } }, ${SHOWS} } }
  /jobs/set-priority: { post: { operationId: changesFound, requestBody: { content: { application/json: { schema: { type: object, properties: { priority: { type: integer }, filter: { type: object } } } } } }, ${SHOWS} } }
  /jobs/count: { post: { operationId: countsFound, requestBody: { content: { application/json: { schema: { type: object, properties: { jobIds: { type: array, items: { type: string } }, jobQuery: { type: object } } } } } }, ${SHOWS} } }
  /reports/render: { post: { operationId: rendersFound, requestBody: { content: { application/json: { schema: { type: object, properties: { title: { type: string }, filter: { type: object } } } } } }, ${SHOWS} } }
  /history/cleanup: { post: { operationId: cleansUp, responses: { '200': { description: Begun } } } }
  /admin/export: { get: { operationId: givesAll, ${SHOWS} } }
  /admin/import: { post: { operationId: takesAll, requestBody: { ${SHOP} }, responses: { '201': { description: Taken } } } }
  /shops/export: { get: { operationId: givesShops, ${SHOWS} } }
  /shops/import: { post: { operationId: takesShops, requestBody: { ${SHOP} }, responses: { '201': { description: Made } } } }
  /recipes/import: { post: { operationId: takesOne, requestBody: { ${SHOP} }, responses: { '201': { description: Made } } } }
  /auth/password/change: { post: { operationId: auth_password_change_create, security: [], requestBody: { ${SHOP} }, ${SHOWS} } }
  /auth/secret: { post: { operationId: newSecret, security: [], requestBody: { content: { application/json: { schema: { type: object, properties: { new_password1: { type: string }, new_password2: { type: string } } } } } }, ${SHOWS} } }
  /auth/login: { post: { operationId: logsIn, security: [], requestBody: { ${LOGIN} }, ${SHOWS} } }
  /setup: { post: { operationId: setsUp, security: [], requestBody: { ${LOGIN} }, ${SHOWS} } }
  /onboarding/users: { post: { operationId: firstUser, security: [], requestBody: { ${LOGIN} }, ${SHOWS} } }
  /setup_shop:
    get: { operationId: isSetUp, ${SHOWS} }
    post: { operationId: setsUpShop, security: [], requestBody: { ${SHOP} }, ${SHOWS} }
  /setup-plans:
    get: { operationId: plans, responses: { '200': { description: All, content: { application/json: { schema: { type: array, items: { type: object, properties: { id: { type: integer }, name: { type: string } } } } } } } } }
    post: { operationId: makesPlan, requestBody: { ${SHOP} }, responses: { '201': { description: Made, ${SHOP} } } }
  /setup-plans/{id}: { ${NAMED}, get: { operationId: plan, ${SHOWS} } }
  /accounts:
    post: { operationId: opensAccount, requestBody: { ${SHOP} }, responses: { '201': { description: Made, ${SHOP} } } }
  /accounts/{id}:
    ${NAMED}
    get: { operationId: ledgerAccount, ${SHOWS} }
    delete: { operationId: closeAccount, responses: { '204': { description: Closed } } }
  /account:
    get: { operationId: whoseAccount, ${SHOWS} }
    delete: { operationId: deleteAccount, responses: { '204': { description: Closed } } }
  /shelves:
    get: { operationId: shelves, ${MANY} }
    post: { operationId: create_shelves, requestBody: { ${SEVERAL} }, ${MANY} }
  /shelves/{id}: { ${NAMED}, get: { operationId: shelf, ${SHOWS} } }
  /labels:
    get: { operationId: labels, ${MANY} }
    post: { operationId: set_labels, requestBody: { ${SEVERAL} }, ${MANY} }
  /labels/{id}: { ${NAMED}, get: { operationId: label, ${SHOWS} } }
  /delete_finished: { post: { operationId: removesFinished, ${SHOWS} } }
  /restart_failed: { post: { operationId: restartsFailed, ${SHOWS} } }
  /pause_server: { post: { operationId: pausesAll, ${SHOWS} } }
  /toggle-proxy: { post: { operationId: switchesProxy, ${SHOWS} } }
  /set_config_value: { post: { operationId: setsOneSetting, requestBody: { ${SHOP} }, ${SHOWS} } }
  /set_shop_name: { post: { operationId: setsName, requestBody: { ${SHOP} }, ${SHOWS} } }
  /access/set: { post: { operationId: setsAccess, requestBody: { ${LIST} }, ${SHOWS} } }
  /tls/configure: { post: { operationId: setsTls, requestBody: { ${RULES} }, ${SHOWS} } }
  /dns_config: { post: { operationId: setsDns, requestBody: { ${RULES} }, ${SHOWS} } }
  /validate_config: { post: { operationId: triesConfig, requestBody: { ${RULES} }, ${SHOWS} } }
  /model_config: { post: { operationId: makesConfig, requestBody: { ${RULES} }, responses: { '201': { description: Made } } } }
  /protection: { post: { operationId: setProtection, requestBody: { ${RULES} }, ${SHOWS} } }
  /find_protection: { post: { operationId: setOfProtections, requestBody: { ${RULES} }, ${SHOWS} } }
  /change_language: { post: { operationId: speaks, requestBody: { ${RULES} }, ${SHOWS} } }
  /update: { post: { operationId: beginUpdate, ${SHOWS} } }
  /update_shop: { post: { operationId: changesNamed, requestBody: { ${SHOP} }, ${SHOWS} } }
  /querylog_config: { post: { operationId: queryLogConfig, requestBody: { ${RULES} }, ${SHOWS} } }
  /plan_config: { post: { operationId: queryPlan, requestBody: { ${RULES} }, ${SHOWS} } }
  /kernel/interrupt: { post: { operationId: stopsWhatRuns, ${SHOWS} } }
  /subscription/cancel: { post: { operationId: endsContract, ${SHOWS} } }
  /scheduler/pause: { get: { operationId: pauseAllSchedules, ${SHOWS} } }
  /pads/resume: { get: { operationId: resume, ${SHOWS} } }
  /deletePad: { get: { operationId: deletePadUsingGET, parameters: [{ name: padId, in: query, schema: { type: string } }], ${SHOWS} } }
  /tables/empty: { get: { operationId: listEmptyTables, ${SHOWS} } }
  /clear-skies: { get: { operationId: get_forecast, ${SHOWS} } }
  /querylog_clear: { post: { operationId: clearsLog, ${SHOWS} } }
  /clear-skies-forecast: { post: { operationId: forecasts, requestBody: { ${RULES} }, ${SHOWS} } }
  /remove_user: { post: { operationId: removesNamed, parameters: [{ name: user, in: query, required: true, schema: { type: string } }], ${SHOWS} } }
  /restart_package: { post: { operationId: restartsNumber, parameters: [{ name: package_id, in: query, required: true, schema: { type: integer } }], ${SHOWS} } }
  /rate_package: { post: { operationId: rates, parameters: [{ name: package_id, in: query, required: true, schema: { type: integer } }], ${SHOWS} } }
  /check_package: { post: { operationId: checksNumber, parameters: [{ name: package_id, in: query, required: true, schema: { type: integer } }], ${SHOWS} } }
  /push_package: { post: { parameters: [{ name: package_id, in: query, required: true, schema: { type: integer } }], ${SHOWS} } }
  /pause-plans: { post: { operationId: makesPause, requestBody: { ${SHOP} }, responses: { '201': { description: Made } } } }
  /usuarios:
    get: { operationId: usuarios, ${MANY} }
    post: { operationId: cadastro, requestBody: { ${SEVERAL} }, ${MANY} }
  /usuarios/{id}: { ${NAMED}, delete: { operationId: apaga, ${SHOWS} } }
  /marks:
    get: { operationId: marks, ${MANY} }
    post: { operationId: marks_post, requestBody: { ${SEVERAL} }, ${MANY} }
  /marks/{id}: { ${NAMED}, get: { operationId: mark, ${SHOWS} } }
  /databases/{id}/switch: { ${NAMED}, post: { operationId: switchesDatabase, ${SHOWS} } }
  /plans/{id}/activate: { ${NAMED}, post: { operationId: activatesPlan, ${SHOWS} } }
  /databases/{id}/backup: { ${NAMED}, post: { operationId: keepsDatabase, ${SHOWS} } }
  /me/deactivate: { post: { operationId: ownAccount, ${SHOWS} } }
`;

test.each([
  ['ownDeed', false],
  ['switchesDatabase', true],
  ['activatesPlan', false],
  ['keepsDatabase', false],
  ['removesFinished', true],
  ['restartsFailed', true],
  ['pausesAll', true],
  ['switchesProxy', true],
  ['setsOneSetting', true],
  ['setsName', false],
  ['setsAccess', true],
  ['setsTls', true],
  ['setsDns', true],
  ['triesConfig', false],
  ['makesConfig', false],
  ['setProtection', true],
  ['setOfProtections', false],
  ['speaks', true],
  ['beginUpdate', true],
  ['queryLogConfig', true],
  ['queryPlan', false],
  ['stopsWhatRuns', true],
  ['endsContract', true],
  ['pauseAllSchedules', true],
  ['resume', false],
  ['deletePadUsingGET', true],
  ['listEmptyTables', false],
  ['get_forecast', false],
  ['changesNamed', false],
  ['clearsLog', true],
  ['forecasts', false],
  ['removesNamed', true],
  ['restartsNumber', true],
  ['rates', true],
  ['checksNumber', false],
  ['POST /push_package', true],
  ['makesPause', false],
  ['closeAccount', false],
  ['deleteAccount', true],
  ['keyOfOne', true],
  ['deedOnOthers', true],
  ['ownAccount', true],
  ['makesMember', false],
  ['changesMember', false],
  ['passwordOfMember', true],
  ['changesMe', true],
  ['changesPhrase', true],
  ['unlocks', false],
  ['setsPerson', true],
  ['changesStaff', true],
  ['setsMode', true],
  ['makesDraft', false],
  ['maintains', true],
  ['reports', false],
  ['restores', true],
  ['restoresBackup', true],
  ['pointsOut', false],
  ['optionOfRemoval', true],
  ['bulk', true],
  ['bulkNamed', false],
  ['skies', false],
  ['eventOfRemoval', false],
  ['purgesAll', true],
  ['removesMany', true],
  ['restarts', true],
  ['retriesFound', true],
  ['changesFound', true],
  ['countsFound', false],
  ['rendersFound', false],
  ['cleansUp', true],
  ['auth_password_change_create', true],
  ['newSecret', true],
  ['logsIn', false],
  ['setsUp', true],
  ['firstUser', true],
  ['isSetUp', false],
  ['setsUpShop', true],
  ['makesPlan', false],
  ['create_shelves', false],
  ['set_labels', true],
  ['marks_post', true],
  ['cadastro', false],
  ['takesAll', true],
  ['takesShops', false],
  ['takesOne', false],
  ['searches', false],
  ['ownDeedByColon', false],
  ['endsSession', true],
  ['deedOnOthersByColon', true],
])(
  'touchesAccount() tells what is about entries of the run from what concerns others: %s',
  async (id, isTouched) => {
    const loaded = await loadOnce({ 'openapi.yaml': DOCUMENT });
    if (loaded.kind === 'broken') throw new Error(loaded.problem.problem);
    const operation = loaded.interface.operations.find((one) => one.id === id);
    if (operation === undefined) throw new Error(`no ${id}`);
    expect(touchesAccount(loaded.interface, operation) !== undefined).toBe(isTouched);
  },
);
