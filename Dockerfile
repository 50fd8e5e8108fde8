# assay in a container: docker build -t assay . && docker run --rm -v "$PWD:/work" assay test --url https://api.example.com/v1
FROM node:26-slim AS build
WORKDIR /build
COPY . .
RUN npm ci --no-audit --no-fund && npm pack --pack-destination /tmp

FROM node:26-slim
COPY --from=build /tmp/assay-*.tgz /tmp/assay.tgz
RUN npm install --global --omit=dev --no-audit --no-fund /tmp/assay.tgz && rm -rf /tmp/assay.tgz /root/.npm
# Reports go to the working directory, which has to be writable for this user, the one that the image calls node.
WORKDIR /work
RUN chown 1000:1000 /work
USER 1000:1000
ENTRYPOINT ["assay"]
CMD ["--help"]
