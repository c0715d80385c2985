package stacklint.test.restroot;

import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.FilteringTokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.email.UAX29URLEmailTokenizer;
import org.apache.lucene.analysis.pattern.PatternCaptureGroupTokenFilter;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.elasticsearch.Build;
import org.elasticsearch.action.admin.cluster.state.ClusterStateRequest;
import org.elasticsearch.action.admin.cluster.state.ClusterStateResponse;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.settings.ClusterSettings;
import org.elasticsearch.common.settings.IndexScopedSettings;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.settings.SettingsFilter;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.features.NodeFeature;
import org.elasticsearch.index.IndexVersion;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.index.analysis.TokenizerFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.ActionPlugin;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestController;
import org.elasticsearch.rest.RestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.rest.action.RestBuilderListener;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * What the distribution under test leaves out, of Elasticsearch 8.9 and later: the answer to {@code GET /}, made of the
 * node's own build and state, and the analysis that the index of native users and API keys needs.
 */
public class RestRootPlugin extends Plugin implements ActionPlugin, AnalysisPlugin {
  @Override
  public Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
    return Map.of(
        "pattern_capture",
        (index, environment, name, settings) -> {
          boolean original = settings.getAsBoolean("preserve_original", true);
          Pattern[] patterns = settings.getAsList("patterns").stream().map(Pattern::compile).toArray(Pattern[]::new);
          return filter(name, stream -> new PatternCaptureGroupTokenFilter(stream, original, patterns));
        },
        "unique",
        (index, environment, name, settings) -> filter(name, Unique::new));
  }

  @Override
  public Map<String, AnalysisProvider<TokenizerFactory>> getTokenizers() {
    return Map.of(
        "uax_url_email",
        (index, environment, name, settings) -> TokenizerFactory.newFactory(name, UAX29URLEmailTokenizer::new));
  }

  @Override
  public Collection<RestHandler> getRestHandlers(
      Settings settings,
      NamedWriteableRegistry writeables,
      RestController controller,
      ClusterSettings clusterSettings,
      IndexScopedSettings indexSettings,
      SettingsFilter filter,
      IndexNameExpressionResolver resolver,
      Supplier<DiscoveryNodes> nodes,
      Predicate<NodeFeature> features) {
    return List.of(new Root());
  }

  private static TokenFilterFactory filter(String name, Function<TokenStream, TokenStream> made) {
    return new TokenFilterFactory() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public TokenStream create(TokenStream stream) {
        return made.apply(stream);
      }
    };
  }

  private static class Unique extends FilteringTokenFilter {
    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final Set<String> seen = new HashSet<>();

    Unique(TokenStream stream) {
      super(stream);
    }

    @Override
    protected boolean accept() {
      return seen.add(term.toString());
    }

    @Override
    public void reset() throws IOException {
      super.reset();
      seen.clear();
    }
  }

  private static class Root extends BaseRestHandler {
    @Override
    public List<Route> routes() {
      return List.of(new Route(RestRequest.Method.GET, "/"));
    }

    @Override
    public String getName() {
      return "stacklint_test_root";
    }

    @Override
    public boolean allowSystemIndexAccessByDefault() {
      return true;
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
      ClusterStateRequest asked = new ClusterStateRequest(TimeValue.timeValueSeconds(30)).local(true).clear().nodes(true);
      return channel ->
          client
              .admin()
              .cluster()
              .state(
                  asked,
                  new RestBuilderListener<ClusterStateResponse>(channel) {
                    @Override
                    public RestResponse buildResponse(ClusterStateResponse answer, XContentBuilder body)
                        throws Exception {
                      Build build = Build.current();
                      body.startObject();
                      body.field("name", answer.getState().nodes().getLocalNode().getName());
                      body.field("cluster_name", answer.getClusterName().value());
                      body.field("cluster_uuid", answer.getState().metadata().clusterUUID());
                      body.startObject("version");
                      body.field("number", build.qualifiedVersion());
                      body.field("build_flavor", build.flavor());
                      body.field("build_type", build.type().displayName());
                      body.field("lucene_version", IndexVersion.current().luceneVersion().toString());
                      body.endObject();
                      body.field("tagline", "You Know, for Search").endObject();
                      return new RestResponse(RestStatus.OK, body);
                    }
                  });
    }
  }
}
